import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import {
  type DuckdbStoreOptions,
  type EventStore,
  openDuckdbStore,
  type ScanOptions,
  type SetAside,
  type StoredEvent,
} from "../../src/events/index.ts";
import { silentLog } from "../../src/platform/log.ts";
import { PROJECT } from "./script.ts";

export { event, PROJECT, Script } from "./script.ts";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tributary-events-"));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export type OpenStore = { store: EventStore; asides: SetAside[] };

export async function openStore(
  folder: string,
  options: Partial<DuckdbStoreOptions> = {},
): Promise<OpenStore> {
  const asides: SetAside[] = [];
  const onSetAside = (report: SetAside) => void asides.push(report);
  const store = await openDuckdbStore({ folder, log: silentLog, onSetAside, ...options });
  endings.push(() => store.close());
  return { store, asides };
}

export const newStore = async (options: Partial<DuckdbStoreOptions> = {}): Promise<EventStore> =>
  (await openStore(await newFolder(), options)).store;

export async function readAll(
  store: EventStore,
  options: ScanOptions = {},
  projectId = PROJECT,
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const some of store.scan(projectId, options)) events.push(...some);
  return events;
}
