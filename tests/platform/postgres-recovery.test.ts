import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLog } from "../../src/platform/log.ts";
import { type RunningPostgres, startPostgres } from "../../src/platform/postgres/index.ts";
import {
  isAlive,
  killOwner,
  makeFolder,
  processesOf,
  query,
  removeFolder,
  startOwner,
} from "./postgres-harness.ts";

let folder: string;
const running: RunningPostgres[] = [];

beforeEach(() => {
  folder = makeFolder();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((postgres) => postgres.close()));
  // What a failed test left: killed here, or it would run on for ever.
  if (existsSync(join(folder, "postgres")))
    for (const pid of await processesOf(folder)) process.kill(pid, "SIGKILL");
  removeFolder(folder);
});

const start = async (dataFolder = folder): Promise<RunningPostgres> => {
  const postgres = await startPostgres({
    dataFolder,
    log: silentLog,
    stopBounds: { fastMs: 3_000, immediateMs: 500, killMs: 5_000 },
  });
  running.push(postgres);
  return postgres;
};

const expectKept = async ({ url }: RunningPostgres): Promise<void> =>
  expect(await query(url, "select count(*)::int as kept from kept")).toEqual([{ kept: 1 }]);

test("after kill -9 of the server, its Postgres is stopped and a new one starts", async () => {
  const owner = await startOwner({ dataFolder: folder });
  await killOwner(owner);
  expect(isAlive(owner.pid)).toBe(true);
  const postgres = await start();
  expect(isAlive(owner.pid)).toBe(false);
  expect(postgres.pid).not.toBe(owner.pid);
  await expectKept(postgres);
});

test("after kill -9 of the server and of the postmaster, what is left of Postgres gives way", async () => {
  const owner = await startOwner({ dataFolder: folder });
  await killOwner(owner);
  process.kill(owner.pid, "SIGKILL");
  await expectKept(await start());
});

test("after kill -9 of everything, Postgres recovers from its log", async () => {
  const owner = await startOwner({ dataFolder: folder });
  await killOwner(owner);
  for (const pid of await processesOf(folder)) process.kill(pid, "SIGKILL");
  await expectKept(await start());
  expect(readFileSync(join(folder, "postgres.log"), "utf8")).toContain("not properly shut down");
});

test("a pid file that names a living stranger, even one of the same user, does not block the start", async () => {
  const owner = await startOwner({ dataFolder: folder });
  await killOwner(owner);
  for (const pid of await processesOf(folder)) process.kill(pid, "SIGKILL");
  const { uid, gid } = statSync(join(folder, "postgres"));
  // Under /bin/sh and not under our own process: Postgres forgives its own parents.
  const stranger = spawn("sleep", ["60"], { detached: true, ...(process.getuid?.() === 0 && { uid, gid }) });
  await once(stranger, "spawn");
  const pidFile = join(folder, "postgres", "postmaster.pid");
  writeFileSync(pidFile, readFileSync(pidFile, "utf8").replace(/^\d+/, String(stranger.pid)));
  try {
    await expectKept(await start());
    expect(isAlive(stranger.pid ?? 0)).toBe(true);
  } finally {
    stranger.kill();
  }
});

test("a Postgres that no longer reacts is killed", async () => {
  const owner = await startOwner({ dataFolder: folder });
  await killOwner(owner);
  for (const pid of await processesOf(folder)) process.kill(pid, "SIGSTOP");
  await expectKept(await start());
});

test("a Postgres that waits for a client before it shuts down is hurried along", async () => {
  const owner = await startOwner({ dataFolder: folder });
  const client = new Client({ connectionString: owner.url });
  client.on("error", () => undefined);
  await client.connect();
  await killOwner(owner);
  process.kill(owner.pid, "SIGTERM");
  await sleep(200);
  expect(isAlive(owner.pid)).toBe(true);
  await expectKept(await start());
  expect(isAlive(owner.pid)).toBe(false);
});

test("a pid file removed by hand does not let two Postgres run on one cluster", async () => {
  const owner = await startOwner({ dataFolder: folder });
  await killOwner(owner);
  writeFileSync(join(folder, "postgres", "postmaster.pid"), "");
  await expectKept(await start());
  expect(isAlive(owner.pid)).toBe(false);
});

const halfMade = (): string[] => readdirSync(folder).filter((name) => name.startsWith("postgres.new-"));

/** Whether the kill came in time: on a busy machine the cluster may be complete by then, and is taken away again. */
async function killWhileMaking(part: string, afterMs: number): Promise<boolean> {
  const script = fileURLToPath(new URL("./postgres-owner.ts", import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify({ dataFolder: folder })]);
  const gone = once(child, "exit");
  const cluster = join(folder, "postgres");
  await waitFor(() => existsSync(cluster) || halfMade().some((name) => existsSync(join(folder, name, part))));
  await sleep(afterMs);
  child.kill("SIGKILL");
  await gone;
  if (!existsSync(cluster)) return true;
  for (const pid of await processesOf(folder)) process.kill(pid, "SIGKILL");
  rmSync(cluster, { recursive: true, force: true, maxRetries: 10 });
  return false;
}

test("a kill while the cluster is made leaves nothing half made", async () => {
  for (const [round, part] of ["base", "global", "PG_VERSION"].entries()) {
    let inTime = false;
    for (let tries = 0; tries < 5 && !inTime; tries += 1) inTime = await killWhileMaking(part, round * 120);
    expect(inTime).toBe(true);
  }
  const first = await start(); // beside the orphaned initdb
  expect(await query(first.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await first.close();
  // What the orphan still adds goes at a start after its end.
  const startAgain = async () => {
    const again = await start();
    expect(await query(again.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await again.close();
    return halfMade();
  };
  await expect.poll(startAgain, { interval: 500, timeout: 60_000 }).toEqual([]);
});

test("a server that leaves without closing takes its Postgres with it", async () => {
  const owner = await startOwner({ dataFolder: folder, leave: true });
  await waitFor(() => !isAlive(owner.pid));
  expect(readFileSync(join(folder, "postgres.log"), "utf8")).toContain("database system is shut down");
});

test("a copy of a data folder runs beside its original", async () => {
  const first = await start();
  await query(first.url, "create table kept as select 1");
  await first.close();
  const copy = join(folder, "copy");
  cpSync(join(folder, "postgres"), join(copy, "postgres"), { recursive: true, preserveTimestamps: true });
  cpSync(join(folder, "postgres-password"), join(copy, "postgres-password"));
  const original = await start();
  await expectKept(await start(copy));
  await expectKept(original);
});

async function waitFor(condition: () => boolean): Promise<void> {
  const until = performance.now() + 20_000;
  while (!condition()) {
    if (performance.now() > until) throw new Error("waited in vain");
    await sleep(5);
  }
}
