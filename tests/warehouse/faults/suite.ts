import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "../../../src/warehouse/connector.ts";
import { FAILURES } from "../../../src/warehouse/failures.ts";
import { seededRandom } from "../../support/random.ts";
import type { Vendor } from "./hostile-server.ts";
import { damaged, noise } from "./odd-bytes.ts";
import type { Outcome, Task } from "./subject.ts";
import { childrenOf, startTalk, type Talk } from "./talk.ts";

const MIB = 1024 * 1024;
const MEMORY_MAX_BYTES = 64 * MIB;
const SIDE_BY_SIDE = 4;
const MESSAGE_MAX = 2_100;

const SERVERS: [type: string, vendor: Vendor, connection: (port: number) => Connection][] = [
  ["postgres", "postgres", (port) => server(port)],
  ["redshift", "postgres", (port) => server(port)],
  ["mysql", "mysql", (port) => server(port)],
  ["mariadb", "mysql", (port) => server(port)],
  ["clickhouse", "clickhouse", (port) => ({ ...server(port), secure: false })],
  ["bigquery", "bigquery", (port) => ({ project_id: "p", api_endpoint: `http://127.0.0.1:${port}` })],
];
const server = (port: number): Connection => ({
  ...{ host: "127.0.0.1", port, database: "d", username: "u", password: "a password of ours" },
});

/** What every connector owes to a warehouse that does not behave: `count` generated ways of it, the same for the same count. */
export function describeFaults(count: number): void {
  let hostile: Talk;
  let subject: Talk;
  let folder: string;
  let ports: number[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tributary-test-faults-"));
    hostile = startTalk(join(import.meta.dirname, "hostile-server.ts"));
    subject = startTalk(join(import.meta.dirname, "subject.ts"), ["--expose-gc"]);
    ports = (await hostile.first).ports as number[];
    await subject.first;
    await makeFiles(folder);
    // What is loaded once, and the first pages of the heap, are no growth.
    for (const [type, vendor] of SERVERS) await serverTask(type, vendor, 0, 1);
  });
  afterAll(async () => {
    await subject?.end();
    await hostile?.end();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (task: Task): Promise<Outcome> => (await subject.ask(task)).outcome as Outcome;
  async function serverTask(type: string, vendor: Vendor, slot: number, seed: number): Promise<Judged> {
    const { name } = await hostile.ask({ slot, vendor, seed });
    const [, , connection] = SERVERS.find(([known]) => known === type) ?? SERVERS[0] ?? [];
    const port = ports[slot] ?? 0;
    const table =
      vendor === "bigquery"
        ? { dataset: "d", table: "t" }
        : vendor === "mysql" || vendor === "clickhouse"
          ? { table: "t" }
          : { schema: "public", table: "t" };
    const outcome = await run({
      type,
      connection: { ...connection?.(port), ...sslOf(vendor, seed) },
      table,
      filesFolder: null,
    });
    return { what: `${type}, seed ${seed}: ${name}`, outcome };
  }
  async function fileTask(type: string, slot: number, seed: number): Promise<Judged> {
    const random = seededRandom(seed);
    const [kind, whole] = FILES[random.below(FILES.length)] ?? ["", Buffer.alloc(0)];
    const format = type === "duckdb" ? "duckdb" : kind;
    const bytes =
      random.below(8) === 0
        ? noise(random, 10_000)
        : damaged(random, type === "duckdb" ? DATABASE.bytes : whole);
    const name = `odd-${slot}.${format}`;
    await writeFile(join(folder, name), bytes);
    await rm(join(folder, `${name}.wal`), { force: true });
    const connection: Connection = type === "duckdb" ? { path: name } : { root: ".", format };
    const table = type === "duckdb" ? { schema: "main", table: "t" } : { path: name };
    return {
      what: `${type}, seed ${seed}: ${format}`,
      outcome: await run({ type, connection, table, filesFolder: folder }),
    };
  }

  /** All of them, some side by side. */
  async function runAll(task: (slot: number, seed: number) => Promise<Judged>): Promise<Judged[]> {
    const judged: Judged[] = [];
    let seed = 0;
    await Promise.all(
      Array.from({ length: SIDE_BY_SIDE }, async (_, slot) => {
        while (seed < count) {
          seed += 1;
          judged.push(await task(slot, seed));
        }
      }),
    );
    return judged;
  }

  async function judge(task: (slot: number, seed: number) => Promise<Judged>): Promise<void> {
    const before = await subject.ask({ memory: true });
    const judged = await runAll(task);
    const after = await subject.ask({ memory: true });
    expect(judged.filter(isBad)).toEqual([]);
    expect(Number(after.peak) - Number(before.rss)).toBeLessThan(MEMORY_MAX_BYTES);
    expect(childrenOf(subject.pid)).toEqual([]);
    const codes = new Map<string, number>();
    for (const { outcome } of judged)
      codes.set(outcome.steps[0] ?? "harmless", (codes.get(outcome.steps[0] ?? "harmless") ?? 0) + 1);
    report(
      `${count} ways, ${Math.round((Number(after.peak) - Number(before.rss)) / MIB)} MB more at most`,
      codes,
    );
  }

  describe("a warehouse that does not behave", () => {
    for (const [type, vendor] of SERVERS) {
      test(`${type}: every one of ${count} odd servers ends with a reason, and nothing else is harmed`, async () => {
        await judge((slot, seed) => serverTask(type, vendor, slot, seed));
      });
    }
    for (const type of ["duckdb", "files"]) {
      test(`${type}: every one of ${count} odd files ends with a reason, and nothing else is harmed`, async () => {
        await judge((slot, seed) => fileTask(type, slot, seed));
      });
    }
    test("no redirect was followed", async () => {
      expect((await hostile.ask({ hits: true })).hits).toBe(0);
    });
  });
}

/** Most of what is odd comes after the question for TLS. */
const sslOf = (vendor: Vendor, seed: number): Connection =>
  vendor === "postgres" || vendor === "mysql" ? { ssl_mode: seed % 4 === 0 ? "prefer" : "disable" } : {};

type Judged = { what: string; outcome: Outcome };

/** A reason is one of our codes, short, and holds neither the password nor what an inner service said. */
function isBad({ outcome: { steps, messageLengthMax, messages } }: Judged): boolean {
  const isTold = steps.every((step) => Object.hasOwn(FAILURES, step.slice(step.indexOf(": ") + 2)));
  return !isTold || messageLengthMax > MESSAGE_MAX || /a password of ours|inner service/.test(messages);
}

/** Shown with `TRIBUTARY_TEST_REPORT=1`: the figures of `docs/proof.md`. */
function report(title: string, codes: Map<string, number>): void {
  if (process.env.TRIBUTARY_TEST_REPORT !== "1") return;
  const sorted = [...codes].sort(([, one], [, other]) => other - one);
  process.stderr.write(`${title}: ${sorted.map(([code, times]) => `${code} ${times}`).join(", ")}\n`);
}

const FILES: [kind: string, bytes: Buffer][] = [];
const DATABASE = { bytes: Buffer.alloc(0) };

/** Whole files, of which odd ones are made. */
async function makeFiles(folder: string): Promise<void> {
  const { readFile } = await import("node:fs/promises");
  const made = join(folder, "whole");
  await mkdir(made);
  const instance = await DuckDBInstance.create(join(made, "t.duckdb"));
  const connection = await instance.connect();
  await connection.run(
    "create table t as select i as id, 'text ' || i as name, [i, i] as list from range(500) r(i)",
  );
  await connection.run(`copy t to '${made}/t.parquet'`);
  await connection.run(`copy (select id, name from t) to '${made}/t.csv' (header)`);
  await connection.run(`copy t to '${made}/t.ndjson' (format json)`);
  connection.closeSync();
  instance.closeSync();
  for (const kind of ["parquet", "csv", "ndjson"])
    FILES.push([kind, await readFile(join(made, `t.${kind}`))]);
  DATABASE.bytes = await readFile(join(made, "t.duckdb"));
}
