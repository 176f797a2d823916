import { afterEach, expect, test, vi } from "vitest";
import { createTeller } from "./tell.ts";

afterEach(() => vi.restoreAllMocks());

function listen() {
  const said: string[] = [];
  for (const stream of ["stdout", "stderr"] as const) {
    vi.spyOn(process[stream], "write").mockImplementation((text) => said.push(`${stream}: ${text}`) > 0);
  }
  return said;
}

test("an entry that takes its time tells every five seconds how far it is, a quick one nothing", () => {
  const said = listen();
  let nowMs = 0;
  const teller = createTeller({ json: false, now: () => nowMs });
  const at = (ms: number, name: string, bytes: number, bytesTotal?: number) => {
    nowMs = ms;
    teller.progress({ name, bytes, bytesTotal });
  };
  at(1_000, "quick", 1);
  at(2_000, "store/1.duckdb.zst", 1_000_000, 8_000_000_000);
  at(6_900, "store/1.duckdb.zst", 2_000_000_000, 8_000_000_000);
  at(7_000, "store/1.duckdb.zst", 3_000_000_000, 8_000_000_000);
  at(8_000, "store/1.duckdb.zst", 4_000_000_000, 8_000_000_000);
  at(13_000, "endless", 1);
  at(19_000, "endless", 5_000);
  expect(said).toEqual([
    "stdout:   store/1.duckdb.zst: 3.0 GB of 8.0 GB so far\n",
    "stdout:   endless: 5.0 kB so far\n",
  ]);
});

test("warnings go to standard error, and for programs into the result alone", () => {
  const said = listen();
  const [plain, json] = [createTeller({ json: false }), createTeller({ json: true })];
  for (const teller of [plain, json]) teller.warn("A warning.");
  json.progress({ name: "x", bytes: 1 });
  expect(said).toEqual(["stderr: A warning.\n"]);
  expect(json.warnings).toEqual(["A warning."]);
});
