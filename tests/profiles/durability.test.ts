import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { openJournal } from "../../src/journal/index.ts";
import { systemClock } from "../../src/platform/clock.ts";
import type { ControlTables } from "../../src/platform/control-db/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { createProfilesRoom, PROFILE_FRAME_KIND } from "../../src/profiles/index.ts";
import { emptyDatabase, inside, usePlace } from "../backup/support.ts";
import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import { askDatabase, findStored, sendUpdates, tokenOf, waitUntilApplied } from "../support/profiles.ts";
import { TEMPLATE } from "../support/test-config.ts";
import { createDatabase, startTestServer } from "../support/test-server.ts";

const place = usePlace();
const newFolder = () => mkdtemp(join(tmpdir(), "tributary-test-data-"));

test("updates of a device that has become a person's go to that person, from then on", async () => {
  const server = await startTestServer();
  const $token = await tokenOf(server);
  const update = (n: number, more = {}) => ({
    ...{ $token, $distinct_id: "$device:d1", $append: { n }, $ignore_time: true },
    ...more,
  });
  await sendUpdates(server, [update(1)]);
  const properties = { time: Date.now(), $device_id: "d1", $user_id: "u1" };
  await sendEvents(server, [{ event: "Sign in", properties }]);
  await sendUpdates(server, [update(2), update(3, { $ignore_alias: true })]);
  await waitUntilApplied(server);
  expect(await findStored(server, "$device:d1")).toEqual({ n: [1, 3] });
  expect(await findStored(server, "u1")).toEqual({ n: [2] });
  await server.close();
});

test("a store and notes that are made anew change nothing of the profiles", async () => {
  const dataFolder = await newFolder();
  const databaseUrl = await createDatabase(TEMPLATE);
  const first = await startTestServer({ dataFolder, databaseUrl });
  const $token = await tokenOf(first);
  await sendEvents(first, [{ event: "Open", properties: { time: Date.now(), distinct_id: "ana" } }]);
  for (let n = 0; n < 5; n += 1) await sendUpdates(first, [{ $token, $distinct_id: "ana", $add: { n: 1 } }]);
  await waitUntilApplied(first);
  await first.close();
  for (const name of ["store", "loader"]) await rm(join(dataFolder, name), { recursive: true });
  const second = await startTestServer({ dataFolder, databaseUrl });
  await sendUpdates(second, [{ $token, $distinct_id: "ana", $add: { n: 1 } }]);
  await waitUntilLoaded(second);
  await waitUntilApplied(second);
  expect(await findStored(second, "ana")).toMatchObject({ n: 6 });
  await second.close();
  await rm(dataFolder, { recursive: true });
});

test("updates that were accepted and not applied yet are applied by the next start", async () => {
  const dataFolder = await newFolder();
  const databaseUrl = await createDatabase(TEMPLATE);
  const first = await startTestServer({ dataFolder, databaseUrl });
  const $token = await tokenOf(first);
  await sendUpdates(first, [{ $token, $distinct_id: "ana", $add: { n: 1 } }]);
  await first.close();
  // As if the database had been away: what it holds is older than the journal.
  await askDatabase(databaseUrl, "delete from profile");
  await askDatabase(databaseUrl, "update profile_position set position = 0");
  const second = await startTestServer({ dataFolder, databaseUrl });
  await waitUntilApplied(second);
  expect(await findStored(second, "ana")).toMatchObject({ n: 1 });
  await second.close();
  await rm(dataFolder, { recursive: true });
});

test("profiles come back from a backup, and what comes after is applied once", async () => {
  const folder = await place.folder("before");
  const server = await startTestServer({ dataFolder: folder });
  const $token = await tokenOf(server);
  const add = { $token, $distinct_id: "ana", $add: { n: 1 }, $set: { text: "a\0b" } };
  await sendUpdates(server, [add, add]);
  await waitUntilApplied(server);
  await server.close();
  const file = await place.path("profiles.tar");
  const from = ["--data-dir", folder, "--database-url", server.databaseUrl];
  expect(await inside(["backup", file, ...from])).toMatchObject({ code: 0 });
  const [after, databaseUrl] = [await place.folder("after"), await emptyDatabase()];
  const to = ["--data-dir", after, "--database-url", databaseUrl];
  expect(await inside(["restore", file, ...to])).toMatchObject({ code: 0, stderr: "" });
  const restored = await startTestServer({ dataFolder: after, databaseUrl });
  expect(await findStored(restored, "ana")).toMatchObject({ n: 2, text: "a\0b" });
  await sendUpdates(restored, [add]);
  await waitUntilApplied(restored);
  expect(await findStored(restored, "ana")).toMatchObject({ n: 3 });
  await restored.close();
});

test("a frame that cannot be applied is set aside, and the others go on", async () => {
  const dataFolder = await newFolder();
  const databaseUrl = await createDatabase(TEMPLATE);
  const first = await startTestServer({ dataFolder, databaseUrl });
  const $token = await tokenOf(first);
  await first.close();
  const opened = await openJournal({
    folder: join(dataFolder, "journal"),
    log: silentLog,
    onFatal: () => undefined,
  });
  if (!opened.ok) throw new Error("the journal does not open");
  const broken = ['{"r":1,"w":"engage","u":[', '{"r":1,"w":"engage","u":[{"i":"a\\u0000b","s":{"x":1}}]}'];
  for (const body of broken) {
    await opened.value.append("live", [{ kind: PROFILE_FRAME_KIND, project: 1, body: Buffer.from(body) }]);
  }
  await opened.value.close();
  const second = await startTestServer({ dataFolder, databaseUrl });
  await sendUpdates(second, [{ $token, $distinct_id: "ana", $set: { a: 1 }, $ignore_time: true }]);
  await waitUntilApplied(second);
  expect(await findStored(second, "ana")).toEqual({ a: 1 });
  const { body } = await second.call("GET", "set-aside", { as: second.operator });
  expect(body.results.frames).toMatchObject([
    { kind: PROFILE_FRAME_KIND, code: "broken_frame" },
    { kind: PROFILE_FRAME_KIND, code: "not_applicable" },
  ]);
  await second.close();
  await rm(dataFolder, { recursive: true });
});

test("two servers that share a database apply to the same profile without losing anything", async () => {
  const databaseUrl = await createDatabase(TEMPLATE);
  const servers = [await startTestServer({ databaseUrl }), await startTestServer({ databaseUrl })];
  const $token = await tokenOf({ databaseUrl });
  await Promise.all(
    servers.flatMap((server) =>
      Array.from({ length: 8 }, async () => {
        for (let round = 0; round < 20; round += 1) {
          const records = ["ana", "bo"].map(($distinct_id) => ({ $token, $distinct_id, $add: { n: 1 } }));
          expect((await sendUpdates(server, records)).status).toBe(200);
        }
      }),
    ),
  );
  for (const server of servers) await waitUntilApplied(server);
  for (const id of ["ana", "bo"]) expect(await findStored({ databaseUrl }, id)).toMatchObject({ n: 320 });
  for (const server of servers) await server.close();
});

test("a batch about groups of many kinds is applied like any other", async () => {
  const server = await startTestServer();
  const $token = await tokenOf(server);
  const records = Array.from({ length: 60 }, (_, n) => ({
    ...{ $token, $group_key: `key ${n % 30}`, $group_id: "acme", $add: { n: 1 }, $ignore_time: true },
  }));
  for (let round = 0; round < 2; round += 1) await sendUpdates(server, records, { path: "/groups" });
  await waitUntilApplied(server);
  for (const groupKey of ["key 0", "key 29"])
    expect(await findStored(server, "acme", { groupKey })).toEqual({ n: 4 });
  await server.close();
});

test("a purged project leaves no profile", async () => {
  const server = await startTestServer();
  const $token = await tokenOf(server);
  await sendUpdates(server, [
    { $token, $distinct_id: "ana", $set: { a: 1 } },
    { $token, $distinct_id: "bad" },
  ]);
  await waitUntilApplied(server);
  await server.call("GET", "/api/2.0/engage?project_id=1");
  const pool = new Pool({ connectionString: server.databaseUrl });
  const db = new Kysely<ControlTables>({ dialect: new PostgresDialect({ pool }) });
  const count = async () =>
    (
      await askDatabase(
        server.databaseUrl,
        `select (select count(*)::int from profile) + (select count(*)::int from profile_tally)
              + (select count(*)::int from profile_session) as count`,
      )
    )[0]?.count;
  expect(await count()).toBe(4);
  await createProfilesRoom({ db, journalId: "test", clock: systemClock }).removeProject(1);
  expect(await count()).toBe(0);
  await db.destroy();
  await server.close();
});
