import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { eventFolders } from "../../src/cli/serve/open-event-parts.ts";
import { FRAME_KINDS, openDuckdbStore } from "../../src/events/index.ts";
import { type Journal, openJournal } from "../../src/journal/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { rawJson } from "../../src/platform/raw-json.ts";
import type { seededRandom } from "../support/random.ts";
import { call, startTestServer, type TestServer } from "../support/test-server.ts";

type Random = ReturnType<typeof seededRandom>;
export type EventRecord = { event: string; properties: Record<string, unknown> };

const DAY_MS = 86_400_000;
const VALUES: readonly unknown[] = [
  "plain",
  "",
  "Zürich 🚀 \u0000 \u2028 \t\n",
  `it's "quoted" \\ back`,
  12.5,
  -0,
  5e-324,
  1.7976931348623157e308,
  rawJson("123456789012345678901234567890"),
  true,
  null,
  [1, "two", null, [true]],
  { a: { b: [1.5] }, "": "" },
  "2026-01-31T10:00:00",
  "007",
  "null",
];
const NAMES = ['say "hi"', "a.b", "$os", "🚀", "Name", "name", " ", "a/b~c", "p1", "rest", "constructor"];

/** Events with every kind of value under names that a careless store would trip over; every fifth has no insert id. */
export function makeRecords(count: number, random: Random, prefix: string): EventRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    event: ["Open", "Buy", 'It\'s "odd"', "😀"][random.below(4)] ?? "",
    properties: {
      time: Date.now() - 1000 - random.below(60 * DAY_MS),
      distinct_id: `person ${random.below(50)}`,
      ...(index % 5 === 0 ? {} : { $insert_id: `${prefix}-${index}` }),
      serial: `${prefix} ${index}`,
      ...Object.fromEntries(
        Array.from({ length: random.below(6) }, () => [
          NAMES[random.below(NAMES.length)],
          VALUES[random.below(VALUES.length)],
        ]),
      ),
    },
  }));
}

export async function send(url: string, projectId: number, records: readonly EventRecord[], as?: string) {
  const options = { body: JSON.stringify(records), ...(as === undefined ? {} : { as }) };
  return call(url, "POST", `/import?strict=1&project_id=${projectId}`, options);
}

export async function usageOf(url: string, projectId: number) {
  const { body } = await call(url, "GET", `projects/${projectId}/usage`);
  return body.results as { events: number; position: { live: number } };
}

/** Waits until a project counts so many events. */
export async function untilStored(url: string, projectId: number, events: number): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 50) {
    // Undefined while the project is being loaded anew.
    if (((await usageOf(url, projectId))?.events ?? -1) >= events) return;
    await sleep(50);
  }
  expect((await usageOf(url, projectId)).events).toBe(events);
}

export type Life = { server: TestServer; folder: string; records: Record<number, EventRecord[]> };

/** A server that has taken in two projects' events, copies among them, and a frame that it could not load. It is stopped. */
export async function liveWithEvents(folder: string, count: number, random: Random): Promise<Life> {
  const first = await startTestServer({ dataFolder: folder });
  const made = await first.call("POST", "organizations/1/projects", { body: { name: "Second" } });
  const second: number = made.body.results.id;
  const records: Life["records"] = {
    1: makeRecords(count, random, "one"),
    [second]: makeRecords(Math.ceil(count / 3), random, "two"),
  };
  for (const [project, all] of Object.entries(records)) {
    for (let at = 0; at < all.length; at += 1_000) {
      expect((await send(first.url, Number(project), all.slice(at, at + 1_000))).status).toBe(200);
    }
    // Some once more, and some of them with other content.
    const copies = all.slice(0, 200).filter(({ properties }) => "$insert_id" in properties);
    const changed = copies.slice(50, 90).map((record) => ({
      ...record,
      properties: { ...record.properties, changed: "yes" },
    }));
    expect((await send(first.url, Number(project), [...copies, ...changed])).status).toBe(200);
    await untilStored(first.url, Number(project), all.length);
  }
  await first.close();
  await appendNonsense(folder);
  const server = await startTestServer({ dataFolder: folder, databaseUrl: first.databaseUrl });
  for (let waited = 0; waited < 60_000 && (await setAsideOf(server)).length === 0; waited += 50)
    await sleep(50);
  await server.close();
  return { server, folder, records };
}

async function withJournal<Value>(folder: string, use: (journal: Journal) => Promise<Value>): Promise<Value> {
  const opened = await openJournal({
    folder: eventFolders(folder).journal,
    log: silentLog,
    onFatal: () => undefined,
  });
  if (!opened.ok) throw new Error(opened.failure.code);
  const value = await use(opened.value);
  await opened.value.close();
  return value;
}

export const journalEnd = (folder: string): Promise<number> =>
  withJournal(folder, async (journal) => journal.synced());

/** A frame that says it holds rows and does not: the loader sets it aside. */
export async function appendNonsense(folder: string): Promise<void> {
  const frame = { kind: FRAME_KINDS.rows, project: 1, body: Buffer.from("no rows at all") };
  const appended = await withJournal(folder, (journal) => journal.append("live", [frame]));
  expect(appended).toMatchObject({ ok: true });
}

export async function setAsideOf(server: TestServer): Promise<unknown[]> {
  return (await server.call("GET", "set-aside", { as: server.operator })).body.results.frames;
}

export type StoreContent = Record<
  number,
  { rows: string[]; settlement: unknown; positions: Record<string, number> }
>;

/** Every row of these projects with all it has, and what the store counted. The server is stopped. */
export async function storeContent(folder: string, projects: readonly number[]): Promise<StoreContent> {
  const store = await openDuckdbStore({ folder: join(folder, "store"), log: silentLog });
  try {
    const content: StoreContent = {};
    for (const project of projects) {
      const rows: string[] = [];
      for await (const chunk of store.scan(project, { order: "position" })) {
        rows.push(...chunk.map((event) => JSON.stringify(event)));
      }
      const { lines, ...counts } = await store.settlement(project);
      const settlement = { ...counts, lines: lines.map((line) => JSON.stringify(line)).sort() };
      content[project] = { rows, settlement, positions: { ...(await store.positions(project)) } };
    }
    return content;
  } finally {
    await store.close();
  }
}

/** Changes bytes of a file all over the given part of it. */
export async function harm(
  path: string,
  { from = 0, every = 0 }: { from?: number; every?: number },
): Promise<void> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    for (let at = from; at < size; at += every || size) await file.write(Buffer.from("harmed"), 0, 6, at);
  } finally {
    await file.close();
  }
}
