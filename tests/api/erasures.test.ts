import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openJournal } from "../../src/journal/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { exportLines, sendEvents, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const BASE = Date.now() - 100_000;
const ANN = "ann-to-be-erased";
const PHONE = "phone-of-ann";
let folder: string;
let server: TestServer;

const record = (n: number, ids: Record<string, string>) => ({
  event: "Open",
  properties: { time: BASE + n, $insert_id: `i${n}`, n, ...ids },
});

async function until<Value>(ask: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await ask();
    if (isDone(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const erase = async (ids: string[]) => {
  const { status, body } = await server.call("POST", "projects/1/erasures", { body: { distinct_ids: ids } });
  expect({ status, body }).toMatchObject({
    status: 202,
    body: { results: { id_count: ids.length, remaining: null } },
  });
  return until(
    async () => (await server.call("GET", `projects/1/erasures/${body.results.id}`)).body.results,
    ({ status: state }) => state === "done" || state === "failed",
  );
};

const distinctIds = async () =>
  (await exportLines(server)).map((line) => JSON.parse(line).properties.distinct_id).sort();

/** Everything the server has written, as far as it can be read: the frames of the journal, and the tables. */
async function traces(needle: string): Promise<string[]> {
  const found: string[] = [];
  const opened = await openJournal({
    folder: join(folder, "journal"),
    log: silentLog,
    onFatal: (error) => {
      throw error;
    },
  });
  if (!opened.ok) throw new Error(opened.failure.code);
  for await (const frame of opened.value.read({ after: 0 })) {
    if (frame.body.includes(needle)) found.push(`frame ${frame.position} of kind ${frame.kind}`);
  }
  await opened.value.close();
  const client = new Client(server.databaseUrl);
  await client.connect();
  for (const table of ["profile", "profile_session", "erasure", "ingestion_sample", "audit_entry"]) {
    const { rows } = await client.query(`select t::text from ${table} t where t::text like $1`, [
      `%${needle}%`,
    ]);
    for (const row of rows) found.push(`${table}: ${row.t}`);
  }
  await client.end();
  return found;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-erase-"));
  server = await startTestServer({ dataFolder: folder });
  await sendEvents(server, [
    record(1, { distinct_id: ANN }),
    record(2, { distinct_id: "bert" }),
    record(3, { $device_id: PHONE }),
    record(4, { $device_id: PHONE, $user_id: ANN }),
    // Somebody else on the same phone: theirs to keep.
    record(5, { $device_id: PHONE, $user_id: "bert" }),
    { event: "", properties: { distinct_id: ANN } },
  ]);
  await sendEvents(server, [record(6, { distinct_id: "carl" }), record(7, { distinct_id: ANN })]);
  const profiles = [ANN, "bert", `$device:${PHONE}`].map(($distinct_id) => ({
    $distinct_id,
    $set: { name: $distinct_id },
  }));
  await server.call("POST", "/engage?project_id=1", { body: profiles });
  await waitUntilLoaded(server);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

test("a person goes with all their ids, and nobody else does", async () => {
  expect(await distinctIds()).toEqual([ANN, ANN, ANN, ANN, "bert", "bert", "carl"]);
  const done = await erase([`$device:${PHONE}`]);
  expect(done).toMatchObject({
    status: "done",
    error: null,
    remaining: 0,
    erased: { events: 4, identity_links: 1, journal_rows: 4 },
  });
  expect(done.erased.profiles).toBeGreaterThanOrEqual(1);
  expect(done.erased.journal_profile_updates).toBeGreaterThanOrEqual(1);
  expect(await distinctIds()).toEqual(["bert", "bert", "carl"]);
  expect((await server.call("GET", `projects/1/profiles/${ANN}`)).status).toBe(404);
  expect((await server.call("GET", "projects/1/profiles/bert")).status).toBe(200);
});

test("nothing of the person is left, also after a rebuild, and the others keep their places", async () => {
  const before = await exportLines(server);
  await server.close();
  expect(await traces(ANN)).toEqual([]);
  await rm(join(folder, "store"), { recursive: true });
  server = await startTestServer({ dataFolder: folder, databaseUrl: server.databaseUrl });
  await waitUntilLoaded(server);
  expect(await exportLines(server)).toEqual(before);
});

test("one command leaves nothing in freed pages either", async () => {
  const before = await exportLines(server);
  await server.close();
  const main = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");
  const env = { PATH: process.env.PATH ?? "", DATA_DIR: folder, DATABASE_URL: server.databaseUrl };
  const { stdout } = await promisify(execFile)(process.execPath, [main, "store", "purge"], { env });
  expect(stdout).toContain("Tables written anew: profile,");
  for (const file of await readdir(join(folder, "store"))) {
    expect((await readFile(join(folder, "store", file))).includes(ANN)).toBe(false);
  }
  server = await startTestServer({ dataFolder: folder, databaseUrl: server.databaseUrl });
  await waitUntilLoaded(server);
  expect(await exportLines(server)).toEqual(before);
});

test("who comes back is stored like anybody", async () => {
  await sendEvents(server, [record(8, { distinct_id: ANN })]);
  await waitUntilLoaded(server);
  expect(await distinctIds()).toEqual([ANN, "bert", "bert", "carl"]);
  expect(await erase([ANN, "nobody-here"])).toMatchObject({ status: "done", erased: { events: 1 } });
  const { body } = await server.call("GET", "projects/1/erasures?limit=1");
  expect(body.results).toMatchObject({ erasures: [{ id: 2, id_count: 2 }], next: 2 });
  const more = await server.call("GET", "projects/1/erasures?limit=1&before=2");
  expect(more.body.results).toMatchObject({ erasures: [{ id: 1 }], next: null });
});

test("an id is matched as it is: a user is not the device of the same name", async () => {
  await sendEvents(server, [
    record(20, { $device_id: "17x", $user_id: "dora" }),
    record(21, { $device_id: "17x" }),
    record(22, { distinct_id: "17x" }),
  ]);
  await waitUntilLoaded(server);
  expect(await erase(["17x"])).toMatchObject({ status: "done", erased: { events: 1 } });
  expect((await distinctIds()).filter((id) => id === "17x" || id === "dora")).toEqual(["dora", "dora"]);
});

test("a device that has just become the person's goes too, loaded or not", async () => {
  await sendEvents(server, [record(30, { $device_id: "late-phone" })]);
  await waitUntilLoaded(server);
  for (let batch = 0; batch < 6; batch += 1) {
    const many = Array.from({ length: 2000 }, (_, n) =>
      record(1000 + batch * 2000 + n, { distinct_id: "many" }),
    );
    await sendEvents(server, many, { gzip: true });
  }
  await sendEvents(server, [record(31, { $device_id: "late-phone", $user_id: "late-user" })]);
  expect(await erase(["late-user", "many"])).toMatchObject({ status: "done", erased: { events: 12_002 } });
  expect((await distinctIds()).filter((id) => /late|many/.test(id))).toEqual([]);
});

test("ids may hold anything", async () => {
  const odd = [`quo"te \\ 'x'`, "emoji 🙂", "x".repeat(255)];
  await sendEvents(
    server,
    odd.map((distinct_id, n) => record(40 + n, { distinct_id })),
  );
  await sendEvents(server, [record(50, { $user_id: "nul-owner", $device_id: "dev\0ice" })]);
  await sendEvents(server, [{ event: "$merge", properties: { $distinct_ids: ["merge-person", "other"] } }], {
    query: "project_id=1",
  });
  await waitUntilLoaded(server);
  const done = await erase([...odd, "nul-owner", "merge-person"]);
  expect(done).toMatchObject({ status: "done", remaining: 0, erased: { events: 4, diagnostics_samples: 1 } });
  expect((await distinctIds()).filter((id) => odd.includes(id) || id === "nul-owner")).toEqual([]);
});

test.each([
  ["nothing", {}, "distinct_ids"],
  ["an empty list", { distinct_ids: [] }, "distinct_ids"],
  ["an empty id", { distinct_ids: [""] }, "distinct_ids"],
  ["a text", { distinct_ids: "ann" }, "distinct_ids"],
  ["an unknown key", { distinct_ids: ["a"], more: 1 }, "more"],
  ["too many", { distinct_ids: Array.from({ length: 1001 }, (_, n) => `p${n}`) }, "distinct_ids"],
])("%s is refused, naming the field", async (_what, body, field) => {
  const answer = await server.call("POST", "projects/1/erasures", { body });
  expect(answer).toMatchObject({ status: 400, body: { field: expect.stringContaining(field) } });
});

test("an unknown erasure is not found", async () => {
  expect((await server.call("GET", "projects/1/erasures/999")).status).toBe(404);
});
