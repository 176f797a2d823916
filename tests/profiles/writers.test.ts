import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { killProcesses, startServerProcess } from "../data-path/server-process.ts";
import { findStored, sendUpdates, tokenOf, waitUntilApplied } from "../support/profiles.ts";
import { seededRandom } from "../support/random.ts";
import { TEMPLATE } from "../support/test-config.ts";
import { call, createDatabase, startTestServer } from "../support/test-server.ts";

afterAll(killProcesses);

const KILLS = Number(process.env.PROFILE_KILLS ?? 4);
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

test("a server that is killed while it writes applies every answered update, and none twice", async () => {
  const databaseUrl = await createDatabase(TEMPLATE);
  const dataFolder = await mkdtemp(join(tmpdir(), "tributary-test-data-"));
  const $token = await tokenOf({ databaseUrl });
  const random = seededRandom(Number(process.env.PROFILE_SEED ?? 5));
  const answered = new Set<string>();
  const sent = new Set<string>();
  const start = () =>
    startServerProcess({ dataFolder, databaseUrl, sizes: { journal: {}, store: {}, loader: {} } });

  const write = async (url: string, life: number, writer: number, isOver: () => boolean) => {
    for (let round = 0; !isOver(); round += 1) {
      const marks = Array.from({ length: 20 }, (_, at) => `${life}-${writer}-${round}-${at}`);
      for (const mark of marks) sent.add(mark);
      const records = marks.map((mark) => ({
        $token,
        $distinct_id: `w${writer}`,
        $append: { log: mark },
        $add: { n: 1 },
      }));
      const answer = await call(url, "POST", "/engage?strict=1", { as: null, body: records }).catch(
        () => undefined,
      );
      if (answer?.status === 200) for (const mark of marks) answered.add(mark);
    }
  };

  for (let life = 0; life < KILLS; life += 1) {
    const server = start();
    const url = await server.ready;
    if (url === undefined) throw new Error(server.output());
    let over = false;
    const writers = Array.from({ length: 8 }, (_, writer) => write(url, life, writer, () => over));
    await sleep(200 + random.below(900));
    server.kill("SIGKILL");
    over = true;
    await server.exited;
    await Promise.all(writers);
  }

  const last = start();
  const url = await last.ready;
  if (url === undefined) throw new Error(last.output());
  await waitUntilApplied({ call: (method, path, more) => call(url, method, path, more) });
  const stored: string[] = [];
  for (let writer = 0; writer < 8; writer += 1) {
    const found = (await findStored({ databaseUrl }, `w${writer}`)) as
      | { n: number; log: string[] }
      | undefined;
    expect(found?.n ?? 0).toBe(found?.log.length ?? 0);
    stored.push(...(found?.log ?? []));
  }
  last.kill("SIGTERM");
  expect(await last.exited).toEqual({ code: 0, signal: null });
  expect(answered.size).toBeGreaterThan(0);
  expect(new Set(stored).size).toBe(stored.length);
  const all = new Set(stored);
  expect([...answered].filter((mark) => !all.has(mark))).toEqual([]);
  expect(stored.filter((mark) => !sent.has(mark))).toEqual([]);
  await rm(dataFolder, { recursive: true, force: true });
});
