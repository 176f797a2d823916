import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type ChildServer, cleanUp, isAlive, postmasterPid, spawnServer } from "../support/child-server.ts";
import { seededRandom } from "../support/random.ts";
import { call } from "../support/test-server.ts";

const KILLS = process.env.TRIBUTARY_TEST_LONG === "1" ? 50 : 4;
const OWNER = "owner:a-secret-for-the-kills";

/** Half of the kills hit the start at a random moment, half the work; every second one takes Postgres along. */
test(`${KILLS} kills during start and work: every acknowledged account is there, and works`, async () => {
  const random = seededRandom(20_260_131);
  const folder = await mkdtemp(join(tmpdir(), "tributary-kills-"));
  const acknowledged = new Map<string, string>();
  const servers: ChildServer[] = [];
  let inStart = 0;
  let inWork = 0;
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = spawnServer(folder, [], { BOOTSTRAP_SERVICE_ACCOUNT: OWNER });
      servers.push(server);
      if (kill % 2 === 0) {
        await Promise.race([sleep(random.below(1_200)), server.exited]);
        inStart += 1;
      } else {
        const stop = new AbortController();
        const before = acknowledged.size;
        const work = createAccounts(await server.ready, acknowledged, stop.signal);
        await sleep(100 + random.below(400));
        // On a busy machine that may have been too short for any.
        while (acknowledged.size < before + 2) await sleep(10);
        stop.abort();
        server.kill("SIGKILL");
        await work;
        inWork += 1;
      }
      server.kill("SIGKILL");
      await server.exited;
      const postmaster = await postmasterPid(folder);
      if (random.below(2) === 0 && postmaster !== undefined && isAlive(postmaster))
        process.kill(postmaster, "SIGKILL");
    }
    const last = spawnServer(folder, [], { BOOTSTRAP_SERVICE_ACCOUNT: OWNER });
    servers.push(last);
    const url = await last.ready;
    const listed = await call(url, "GET", "organizations/1/service-accounts", { as: OWNER });
    const usernames = new Set(listed.body.results.map((account: { username: string }) => account.username));
    for (const [username, secret] of acknowledged) {
      expect(usernames).toContain(username);
      expect((await call(url, "GET", "me", { as: `${username}:${secret}` })).status).toBe(200);
    }
    const me = await call(url, "GET", "me", { as: OWNER });
    expect(Object.keys(me.body.results.projects)).toEqual(["1"]);
    expect(acknowledged.size).toBeGreaterThan(inWork);
    process.stdout.write(
      `${inStart} kills in start, ${inWork} in work, ${acknowledged.size} acknowledged accounts, all intact\n`,
    );
  } finally {
    await cleanUp(folder, servers);
  }
});

/** Creates accounts one after the other and notes each one that was acknowledged. */
async function createAccounts(
  url: string,
  acknowledged: Map<string, string>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const made = await call(url, "POST", "organizations/1/service-accounts", {
        as: OWNER,
        body: { username: "kill" },
      });
      if (made.status === 201) acknowledged.set(made.body.results.username, made.body.results.token);
    } catch {
      return;
    }
  }
}
