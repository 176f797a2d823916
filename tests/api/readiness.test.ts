import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { silentLog } from "../../src/platform/log.ts";
import { startPostgres } from "../../src/platform/postgres/index.ts";
import { startTestServer } from "../support/test-server.ts";

test("when the database goes, /readyz names the part and requests get a clear answer; when it is back, so is the server", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tributary-readiness-"));
  const start = (findPort: () => Promise<number>) =>
    startPostgres({ dataFolder: folder, log: silentLog, findPort });
  // Below the ports that systems hand out by themselves: while Postgres is away nobody is given its own.
  const postgres = await start(async () => randomInt(10_000, 30_000));
  const port = Number(new URL(postgres.url).port);
  const server = await startTestServer({ databaseUrl: postgres.url });
  expect((await server.call("GET", "/readyz")).status).toBe(200);
  await postgres.close();
  const notReady = await server.call("GET", "/readyz");
  expect(notReady.status).toBe(503);
  expect(notReady.body.parts.control_database).toMatchObject({ ready: false });
  expect((await server.call("GET", "/healthz")).status).toBe(200);
  const refused = await server.call("GET", "me");
  expect(refused.status).toBe(503);
  expect(refused.body).toMatchObject({ status: "error", type: "unavailable" });
  const again = await start(async () => port);
  await expect.poll(async () => (await server.call("GET", "/readyz")).status, { timeout: 20_000 }).toBe(200);
  expect((await server.call("GET", "me", { as: server.operator })).status).toBe(200);
  await server.close();
  await again.close();
  await rm(folder, { recursive: true, force: true });
});
