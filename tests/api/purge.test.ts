import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { expect, test } from "vitest";
import type { ControlTables } from "../../src/platform/control-db/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { purgeDeletedProjects } from "../../src/projects/index.ts";
import { startTestServer } from "../support/test-server.ts";

test("a deleted project is purged when its time has come, not before, and leaves its line in the log", async () => {
  let now = Date.now();
  const clock = { now: () => now };
  const server = await startTestServer({ deps: { clock } });
  const db = new Kysely<ControlTables>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: server.databaseUrl }) }),
  });
  const purged: number[] = [];
  const run = () =>
    purgeDeletedProjects.run(
      { db, clock, purges: [async (projectId) => void purged.push(projectId)] },
      {},
      { signal: new AbortController().signal, log: silentLog, jobId: "test", attempt: 1 },
    );
  const made = await server.call("POST", "organizations/1/projects", { body: { name: "Gone" } });
  const { id } = made.body.results;
  await server.call("DELETE", `projects/${id}`);
  await run();
  expect(purged).toEqual([]);
  now += 61 * 86_400_000;
  expect((await server.call("POST", `organizations/1/projects/${id}/restore`)).status).toBe(404);
  await run();
  await run();
  expect(purged).toEqual([id]);
  const deleted = await server.call("GET", "organizations/1/projects?deleted=true");
  expect(deleted.body.results).toEqual([]);
  const log = await server.call("GET", "organizations/1/audit-log?action=project.purge");
  expect(log.body.results.entries).toMatchObject([{ target_id: String(id), before: { name: "Gone" } }]);
  await db.destroy();
  await server.close();
});
