import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { askDatabase, findStored, sendUpdates, tokenOf, waitUntilApplied } from "../support/profiles.ts";
import { startTestServer } from "../support/test-server.ts";

const WRITERS = 16;

test("sixteen writers at once lose no addition, and lists hold everything once", async () => {
  const server = await startTestServer();
  const $token = await tokenOf(server);
  const rounds = 25;
  const write = async (writer: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const records = ["ana", "bo", "cy"].flatMap(($distinct_id) => [
        { $token, $distinct_id, $add: { n: 1, [`by${writer}`]: 2 } },
        { $token, $distinct_id, $append: { log: `${writer}-${round}` } },
        { $token, $distinct_id, $union: { writers: [writer] } },
      ]);
      expect((await sendUpdates(server, records)).body.num_good_events).toBe(9);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  await waitUntilApplied(server);
  for (const id of ["ana", "bo", "cy"]) {
    const stored = (await findStored(server, id)) as { n: number; log: string[]; writers: number[] };
    expect(stored.n).toBe(WRITERS * rounds);
    expect(stored).toMatchObject({ by0: 2 * rounds, by15: 2 * rounds });
    expect(new Set(stored.log).size).toBe(WRITERS * rounds);
    expect(stored.log).toHaveLength(WRITERS * rounds);
    expect([...stored.writers].sort((left, right) => left - right)).toEqual(
      Array.from({ length: WRITERS }, (_, writer) => writer),
    );
    // Each writer's own entries are in the order in which they were answered.
    for (let writer = 0; writer < WRITERS; writer += 1) {
      const own = stored.log.filter((entry) => entry.startsWith(`${writer}-`));
      expect(own).toEqual(Array.from({ length: rounds }, (_, round) => `${writer}-${round}`));
    }
  }
  await server.close();
});

test("a database that breaks off connections while updates are applied makes none count twice", async () => {
  const server = await startTestServer();
  const $token = await tokenOf(server);
  let sent = 0;
  let over = false;
  const writers = Array.from({ length: 4 }, async () => {
    while (!over) {
      sent += 1;
      await sendUpdates(server, [{ $token, $distinct_id: "ana", $add: { n: 1 }, $append: { log: sent } }]);
    }
  });
  let broken = 0;
  for (let round = 0; round < 40 || broken === 0; round += 1) {
    await sleep(25);
    const ended = await askDatabase(
      server.databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and xact_start is not null`,
    );
    broken += ended.length;
  }
  over = true;
  await Promise.all(writers);
  await waitUntilApplied(server);
  const stored = (await findStored(server, "ana")) as { n: number; log: number[] };
  expect(broken).toBeGreaterThan(0);
  expect(stored.n).toBe(sent);
  expect(new Set(stored.log).size).toBe(sent);
  await server.close();
});
