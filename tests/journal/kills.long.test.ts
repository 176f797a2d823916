import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BEFORE_FIRST, CRASH_POINTS, openJournal } from "../../src/journal/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { bodyOf } from "./kill-body.ts";

const KILLS = Number(process.env.JOURNAL_KILLS ?? (process.env.TRIBUTARY_TEST_LONG === "1" ? 300 : 10));
const CHILD = fileURLToPath(new URL("kill-child.ts", import.meta.url));

let parent: string;
let folder: string;
/** Acknowledged appends and the position of their first frame, over all runs on this folder. */
let acknowledged: Map<string, number>;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "journal-kills-"));
  folder = join(parent, "journal");
  acknowledged = new Map();
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

type End = { afterAppends: number; afterMs: number } | { point: string; nth: number };

/** Runs a child until it kills itself, or kills it a while after some appends. Answers how many it acknowledged. */
async function runChild(run: number, end: End): Promise<number> {
  const args = "point" in end ? [end.point, String(end.nth)] : [];
  const child = spawn(process.execPath, [CHILD, folder, String(run), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  let isDoomed = "point" in end;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (isDoomed || !("afterMs" in end) || output.split("\n").length <= end.afterAppends + 1) return;
    isDoomed = true;
    setTimeout(() => child.kill("SIGKILL"), end.afterMs);
  });
  const signal = await new Promise((resolve) => child.once("close", (_, ending) => resolve(ending)));
  expect(signal).toBe("SIGKILL");
  // The last line may be torn: then nobody has seen that acknowledgement.
  const lines = output
    .split("\n")
    .slice(0, -1)
    .filter((line) => line !== "ready");
  for (const line of lines) {
    const [name = "", first = ""] = line.split(" ");
    acknowledged.set(name, Number(first));
  }
  return lines.length;
}

/** Opens what the children left and proves that every acknowledged append is there, once, whole, where it was said. */
async function checkFolder(): Promise<void> {
  const opened = await openJournal({
    folder,
    log: silentLog,
    onFatal: () => {},
    settings: { compress: false },
  });
  if (!opened.ok) throw new Error(opened.failure.code);
  const journal = opened.value;
  const positions = new Map<string, number>();
  for await (const { body, position } of journal.read({ after: BEFORE_FIRST })) {
    const name = body.subarray(0, body.indexOf(" ")).toString();
    expect(body.equals(bodyOf(name)), name).toBe(true);
    expect(positions.has(name), `${name} is there twice`).toBe(false);
    positions.set(name, position);
  }
  for (const [name, first] of acknowledged) {
    expect([positions.get(`${name}.0`), positions.get(`${name}.1`)], name).toEqual([first, first + 1]);
  }
  for (const name of positions.keys()) {
    const other = name.endsWith(".0") ? `${name.slice(0, -1)}1` : `${name.slice(0, -1)}0`;
    expect(positions.has(other), `${name} is there without ${other}`).toBe(true);
  }
  const { damaged, missing } = await journal.verify();
  expect([...damaged, ...missing]).toEqual([]);
  await journal.close();
}

test(`${KILLS} kills at random moments lose nothing that was acknowledged`, async () => {
  let total = 0;
  for (let run = 1; run <= KILLS; run += 1) {
    total += await runChild(run, { afterAppends: run % 3, afterMs: (run * 37) % 150 });
    if (run % 5 === 0 || run === KILLS) await checkFolder();
  }
  expect(total).toBeGreaterThan(KILLS);
});

test("a kill at every named crash point loses nothing that was acknowledged", async () => {
  let run = 0;
  for (const point of CRASH_POINTS) {
    for (const nth of point === "recovery-copied" ? [1, 1] : [1, 3]) {
      run += 1;
      // Leaves an unclosed segment in both lanes, so that there is something to recover.
      await runChild(run, { afterAppends: 12, afterMs: 0 });
      run += 1;
      await runChild(run, { point, nth });
    }
  }
  await checkFolder();
});
