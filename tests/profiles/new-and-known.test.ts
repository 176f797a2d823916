import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../../src/platform/clock.ts";
import type { ControlTables } from "../../src/platform/control-db/index.ts";
import { createProfilesRoom, type PlacedBatch, type ProfileUpdate } from "../../src/profiles/index.ts";
import { TEMPLATE } from "../support/test-config.ts";
import { createDatabase } from "../support/test-server.ts";

const pool = new Pool({ connectionString: await createDatabase(TEMPLATE) });
const db = new Kysely<ControlTables>({ dialect: new PostgresDialect({ pool }) });
const roomOf = (journalId: string) => createProfilesRoom({ db, journalId, clock: systemClock });
afterAll(() => db.destroy());

const update = (id: string, what: Partial<ProfileUpdate>, groupKey = ""): ProfileUpdate => ({
  ...{ id, groupKey, timeMs: 1000, touches: false, followsLinks: true },
  ...what,
});

const batchOf = (projectId: number, position: number, updates: ProfileUpdate[]): PlacedBatch => ({
  ...{ receivedMs: 1000, door: "test", counts: {} },
  ...{ projectId, position, updates },
});

const storedOf = async (projectId: number) =>
  Object.fromEntries(
    (
      await db
        .selectFrom("profile")
        .select(["group_key", "id", "properties"])
        .where("project_id", "=", projectId)
        .execute()
    ).map(({ group_key, id, properties }) => [`${group_key}/${id}`, JSON.parse(properties)]),
  );

test("profiles that are there and such that are not come in one batch, of persons and of groups", async () => {
  const room = roomOf("a");
  const odd = 'quote " and \\ and , and {}';
  await room.apply("live", [batchOf(11, 1, [update("ana", { add: { n: 1 } })])], 1);
  const both = ["ana", "ben", odd].flatMap((id) => [
    update(id, { add: { n: 1 } }),
    update(id, { add: { n: 10 } }, "team"),
  ]);
  await room.apply("live", [batchOf(11, 2, both)], 2);
  await room.apply("live", [batchOf(11, 3, both)], 3);
  expect(await storedOf(11)).toEqual({
    ...{ "/ana": { n: 3 }, "/ben": { n: 2 }, [`/${odd}`]: { n: 2 } },
    ...{ "team/ana": { n: 20 }, "team/ben": { n: 20 }, [`team/${odd}`]: { n: 20 } },
  });
});

test("two servers that bring the same new persons at once lose nothing of them", async () => {
  const ids = Array.from({ length: 3000 }, (_, n) => `user ${n}`);
  const send = (journalId: string, by: number, order: string[]) =>
    roomOf(journalId).apply(
      "live",
      [
        batchOf(
          12,
          1,
          order.map((id) => update(id, { add: { n: by } })),
        ),
      ],
      1,
    );
  await Promise.all([send("b", 1, ids), send("c", 10, ids.toReversed()), send("d", 100, ids)]);
  expect(await storedOf(12)).toEqual(Object.fromEntries(ids.map((id) => [`/${id}`, { n: 111 }])));
});

test("an id that is stored as another one is written again and again", async () => {
  const room = roomOf("e");
  for (const [at, id] of ["\ud800", "\ud800", "\ud801 x", "\ufffd"].entries()) {
    await room.apply("live", [batchOf(13, at + 1, [update(id, { set: { at } })])], at + 1);
  }
  expect(await storedOf(13)).toEqual({ "/\ufffd": { at: 3 }, "/\ufffd x": { at: 2 } });
});

test("ids that are stored as the same one are the same person, wherever they stand in a batch", async () => {
  const others = Array.from({ length: 1500 }, (_, n) => `other ${n}`);
  const ids = ["\ud800", "\ud801", ...others, "\ufffd"];
  const updates = ids.map((id) => update(id, { add: { n: 1 } }));
  await roomOf("f").apply("live", [batchOf(14, 1, updates)], 1);
  const stored = await storedOf(14);
  expect(stored["/\ufffd"]).toEqual({ n: 3 });
  expect(Object.keys(stored)).toHaveLength(others.length + 1);
});
