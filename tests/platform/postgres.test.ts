import { once } from "node:events";
import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLog } from "../../src/platform/log.ts";
import { findFreePort } from "../../src/platform/postgres/free-port.ts";
import {
  PostgresStartError,
  type RunningPostgres,
  startPostgres,
} from "../../src/platform/postgres/index.ts";
import { isAlive, isRoot, makeFolder, processesOf, query, removeFolder } from "./postgres-harness.ts";

let folder: string;
let running: RunningPostgres | undefined;

beforeEach(() => {
  folder = makeFolder();
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  removeFolder(folder);
});

const start = async (dataFolder = folder): Promise<RunningPostgres> => {
  running = await startPostgres({ dataFolder, log: silentLog });
  return running;
};

test("the first start makes a cluster that answers, keeps everything and listens to this machine only", async () => {
  const { url } = await start();
  const [settings] = await query<Record<string, string>>(
    url,
    `select current_database() as database, current_user as user, current_setting('data_checksums') as checksums,
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as sockets,
      (select rolpassword like 'SCRAM-SHA-256$%' from pg_authid where rolname = 'tributary') as scram,
      (select pg_encoding_to_char(encoding) || ' ' || datlocale from pg_database where datname = 'tributary') as locale`,
  );
  expect(settings).toEqual({
    database: "tributary",
    user: "tributary",
    checksums: "on",
    fsync: "on",
    commit: "on",
    listen: "127.0.0.1",
    sockets: "",
    scram: true,
    locale: "UTF8 C.UTF-8",
  });
});

test("the password is private, 256 bits long and asked for", async () => {
  const { url } = await start();
  const path = join(folder, "postgres-password");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
  await expect(query(url.replace(/:[0-9a-f]{64}@/, ":wrong@"), "select 1")).rejects.toThrow("password");
});

test("a later start finds what the first one stored and makes no cluster anew", async () => {
  const made = () => statSync(join(folder, "postgres", "PG_VERSION"));
  await query((await start()).url, "create table kept as select 42 as answer");
  const { ino, mtimeMs } = made();
  await running?.close();
  expect(await query((await start()).url, "select answer from kept")).toEqual([{ answer: 42 }]);
  expect(made()).toMatchObject({ ino, mtimeMs });
});

test("a test may trade durability for speed", async () => {
  running = await startPostgres({ dataFolder: folder, log: silentLog, settings: { fsync: "off" } });
  expect(await query(running.url, "show fsync")).toEqual([{ fsync: "off" }]);
});

test("closing leaves no process behind and may be repeated", async () => {
  const { pid, close, exited } = await start();
  expect(isAlive(pid)).toBe(true);
  expect(await processesOf(folder)).toContain(pid);
  await Promise.all([close(), close()]);
  expect(await processesOf(folder)).toEqual([]);
  expect(isAlive(pid)).toBe(false);
  expect(await exited).toMatchObject({ asked: true, code: 0, signal: null });
});

test("a path with spaces and letters of other alphabets works, as does a long one", async () => {
  const path = join(folder, "Übersicht der Daten", "данные 数据", "x".repeat(120));
  mkdirSync(path, { recursive: true });
  expect(await query((await start(path)).url, "select 1 as one")).toEqual([{ one: 1 }]);
  await running?.close();
  expect(await query((await start(path)).url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("an empty folder in the cluster's place counts as a first start", async () => {
  mkdirSync(join(folder, "postgres"));
  expect(await query((await start()).url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a cluster of another major version is refused with what to do", async () => {
  await start();
  await running?.close();
  writeFileSync(join(folder, "postgres", "PG_VERSION"), "17\n");
  await expect(start()).rejects.toThrow(/made by Postgres 17.*brings Postgres 18.*backup.*restore/s);
});

test("files that are no cluster are left alone", async () => {
  mkdirSync(join(folder, "postgres"));
  writeFileSync(join(folder, "postgres", "letter.txt"), "mine");
  await expect(start()).rejects.toThrow(PostgresStartError);
  expect(readFileSync(join(folder, "postgres", "letter.txt"), "utf8")).toBe("mine");
});

test("a Postgres that dies by itself is reported, and closing then is harmless", async () => {
  const { pid, exited, close } = await start();
  process.kill(pid, "SIGQUIT");
  expect(await exited).toMatchObject({ asked: false });
  expect((await exited).logTail).toContain("received immediate shutdown request");
  await close();
  expect(await processesOf(folder)).toEqual([]);
});

test("a failed start says what Postgres said and leaves nothing running", async () => {
  await start();
  await running?.close();
  writeFileSync(join(folder, "postgres", "global", "pg_control"), "");
  const failure = await start().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PostgresStartError);
  expect((failure as PostgresStartError).logTail).toContain("pg_control");
  expect((failure as PostgresStartError).message).toMatch(/damaged.*restore a backup/);
  expect(await processesOf(folder)).toEqual([]);
});

test("another port is tried when somebody takes the first one in between", async () => {
  const stranger = createServer().listen(0, "127.0.0.1");
  await once(stranger, "listening");
  const address = stranger.address();
  const taken = typeof address === "object" && address ? address.port : 0;
  const ports = [taken, taken];
  running = await startPostgres({
    dataFolder: folder,
    log: silentLog,
    findPort: async () => ports.pop() ?? findFreePort(),
  });
  expect(running.url).not.toContain(`:${taken}/`);
  expect(await query(running.url, "select 1 as one")).toEqual([{ one: 1 }]);
  stranger.close();
});

test("a long log starts afresh and the old one is kept beside it", async () => {
  appendFileSync(join(folder, "postgres.log"), "x".repeat(1_100_000));
  await start();
  expect(statSync(join(folder, "postgres.log")).size).toBeLessThan(10_000);
  expect(statSync(join(folder, "postgres.log.1")).size).toBe(1_100_000);
});

test("the terminal's Ctrl-C does not reach Postgres, which leads a process group of its own", async () => {
  const { pid } = await start();
  expect(process.kill(-pid, 0)).toBe(true); // throws when no group has that number
});

test("the cluster belongs to the user that runs Postgres, which is never root", async () => {
  const { pid } = await start();
  const owner = statSync(join(folder, "postgres")).uid;
  expect(owner === 0).toBe(false);
  if (process.platform === "linux") expect(statSync(`/proc/${pid}`).uid).toBe(owner);
  if (!isRoot) expect(owner).toBe(process.getuid?.());
});
