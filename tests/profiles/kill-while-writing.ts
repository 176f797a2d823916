import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { startServerProcess } from "../data-path/server-process.ts";
import { findStored, tokenOf, waitUntilApplied } from "../support/profiles.ts";
import { seededRandom } from "../support/random.ts";
import { TEMPLATE } from "../support/test-config.ts";
import { call, createDatabase } from "../support/test-server.ts";

const WRITERS = 8;

/** Lives of one server, each ended by a kill while it writes. Every answered update is applied in the end, and none twice. */
export async function killWhileWriting(kills: number, seed: number): Promise<void> {
  const databaseUrl = await createDatabase(TEMPLATE);
  const dataFolder = await mkdtemp(join(tmpdir(), "tributary-test-data-"));
  const $token = await tokenOf({ databaseUrl });
  const random = seededRandom(seed);
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

  for (let life = 0; life < kills; life += 1) {
    const server = start();
    const url = await server.ready;
    if (url === undefined) throw new Error(server.output());
    let over = false;
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(url, life, writer, () => over));
    await sleep(200 + random.below(900));
    // On a busy machine nothing may have been answered by then.
    while (answered.size === 0) await sleep(10);
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
  for (let writer = 0; writer < WRITERS; writer += 1) {
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
}
