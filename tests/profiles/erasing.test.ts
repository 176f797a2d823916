import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../../src/platform/clock.ts";
import type { ControlTables } from "../../src/platform/control-db/index.ts";
import { createProfilesRoom } from "../../src/profiles/index.ts";
import { TEMPLATE } from "../support/test-config.ts";
import { createDatabase } from "../support/test-server.ts";

const pool = new Pool({ connectionString: await createDatabase(TEMPLATE) });
const db = new Kysely<ControlTables>({ dialect: new PostgresDialect({ pool }) });
const room = createProfilesRoom({ db, journalId: "erasing", clock: systemClock });
afterAll(() => db.destroy());

const batch = (position: number, id: string, set: Record<string, number>) => ({
  ...{ projectId: 1, position, receivedMs: position, door: "engage", counts: {} },
  updates: [{ id, groupKey: "", timeMs: position, touches: false, followsLinks: true, set }],
});
const find = async (id: string) => (await room.reader.find(1, { groupKey: "", id }))?.properties;

test("what is said of a person after the erasure began stays, however often it is tried", async () => {
  const later = batch(5, "ana", { since: 2 });
  await room.apply("live", [batch(1, "ana", { before: 1 }), batch(2, "bo", { n: 1 }), later], 5);
  const since = async (upTo: number) =>
    [later, batch(9, "ana", { later: 3 })].filter((one) => one.position <= upTo);
  const people = { projectId: 1, ids: ["ana", "$device:x", "nul\0"], since };
  expect(await room.erasing.erase("live", people)).toBe(1);
  expect([await find("ana"), await find("bo")]).toEqual([{ since: 2 }, { n: 1 }]);
  await room.erasing.erase("live", people);
  expect(await find("ana")).toEqual({ since: 2 });
  await room.apply("live", [later, batch(9, "ana", { later: 3 })], 9);
  expect(await find("ana")).toEqual({ since: 2, later: 3 });
});
