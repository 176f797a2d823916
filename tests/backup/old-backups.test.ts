import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { controlPart, filesPart, writeBackup } from "../../src/backup/index.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { readSchemaSteps } from "../../src/platform/control-db/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { systemRandomness } from "../../src/platform/secrets.ts";
import { seededRandom } from "../support/random.ts";
import { startTestServer } from "../support/test-server.ts";
import { makeRecords, send, untilStored } from "./events-support.ts";
import { contentsOf, emptyDatabase, inside, usePlace } from "./support.ts";

const place = usePlace();

/** Written by the last release whose backups held no events. Its schema is that release's, so it is read, not restored. */
const BEFORE_EVENTS = join(import.meta.dirname, "fixtures", "format-1.tar");

test("a file that was written before backups held events is still read and proven", async () => {
  const verified = await inside(["backup", "verify", BEFORE_EVENTS]);
  expect(verified).toMatchObject({ code: 0, stderr: "" });
  expect(verified.stdout).toMatch(/ control\/tables\/audit_entry\.copy\.zst +\d+ B {2}3 rows\n/);
  expect(verified.stdout).toContain("is whole: 24.6 kB, 13 rows, written by Tributary 0.1.0");
});

test("a backup without events is restored, and the server begins with none and takes new ones", async () => {
  const folder = await place.folder("before");
  const server = await startTestServer({ dataFolder: folder });
  await server.close();
  const pool = new Pool({ connectionString: server.databaseUrl });
  const steps = await readSchemaSteps();
  const control = controlPart({ connect: () => Promise.resolve(pool), steps, log: silentLog });
  const path = await place.path("old.tar");
  const how = { path, force: false, parts: [filesPart(folder), control], product: "0.0.9" };
  const written = await writeBackup({ ...how, clock: systemClock, randomness: systemRandomness });
  await pool.end();
  expect(written).toMatchObject({ ok: true });

  const [after, database] = [await place.folder("after"), await emptyDatabase()];
  const restore = await inside(["restore", path, "--data-dir", after, "--database-url", database]);
  expect(restore).toMatchObject({ code: 0, stderr: "" });
  expect(await readdir(after)).not.toContain("journal");
  expect(await contentsOf(database)).toEqual(await contentsOf(server.databaseUrl));
  const restored = await startTestServer({ dataFolder: after, databaseUrl: database });
  expect((await send(restored.url, 1, makeRecords(20, seededRandom(1), "new"))).status).toBe(200);
  await untilStored(restored.url, 1, 20);
  await restored.close();
});
