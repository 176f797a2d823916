import { join } from "node:path";
import { type EventStore, openDuckdbStore } from "../../events/index.ts";
import { type CatalogFiles, type LiveSettings, openCatalogFiles } from "../../ingestion/index.ts";
import { type Journal, type JournalSettings, openJournal } from "../../journal/index.ts";
import {
  type Loader,
  type LoaderOptions,
  type LoaderSettings,
  largestLoaded,
  PROFILE_LANE,
  startLoader,
} from "../../loader/index.ts";
import type { RetrySettings } from "../../migration/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config/index.ts";
import type { Log } from "../../platform/log.ts";
import type { OutboundTimes } from "../../platform/outbound/index.ts";
import type { Closers } from "./closers.ts";
import { StartFailure } from "./start-failure.ts";

/** What holds events: the journal, the store made from it, and the loader between them. */
export type EventParts = { journal: Journal; files: CatalogFiles; store: EventStore; loader: Loader };

export type EventPartsDeps = {
  config: Pick<Config, "STORE_MEMORY_MB">;
  folder: string;
  clock: Clock;
  log: Log;
  closers: Closers;
  /** Left out where only the store is at work. */
  profiles?: LoaderOptions["profiles"];
  /** The journal cannot be written any more. */
  onFatal: (reason: string) => void;
  /** Told of every named moment at which a crash would hurt most. For tests. */
  reach?: ((point: string) => void) | undefined;
  /** Smaller segments and batches, so that a test meets in seconds what a server meets in days. */
  tuning?: Tuning | undefined;
};

export type Tuning = {
  journal?: Partial<JournalSettings>;
  loader?: Partial<LoaderSettings>;
  live?: Partial<LiveSettings>;
  /** How soon a migration asks its origin again. */
  migrationRetry?: RetrySettings;
  /** How long it waits for its origin. */
  migrationTimes?: OutboundTimes;
};

/** Where each part lies in the data folder. */
export const eventFolders = (folder: string) => ({
  journal: join(folder, "journal"),
  catalogs: join(folder, "catalogs"),
  store: join(folder, "store"),
  /** Bytes on their way, emptied at every start. */
  scratch: join(folder, "store", "scratch"),
  loader: join(folder, "loader"),
});

const MiB = 1024 * 1024;

/** They close in the reverse order: the loader stops reading before the journal it reads goes away. */
export async function openEventParts(deps: EventPartsDeps): Promise<EventParts> {
  const { config, clock, log, closers, tuning = {} } = deps;
  const folders = eventFolders(deps.folder);
  const reach = deps.reach ? { reach: deps.reach } : {};
  const opened = await openJournal({
    folder: folders.journal,
    log,
    clock,
    startAfter: Math.max(
      await largestLoaded(folders.loader),
      (await deps.profiles?.position(PROFILE_LANE)) ?? 0,
    ),
    onFatal: (error) => deps.onFatal(`The journal could not be written: ${String(error)}`),
    ...(tuning.journal ? { settings: tuning.journal } : {}),
    ...reach,
  });
  if (!opened.ok) {
    throw new StartFailure(
      `The journal in ${folders.journal} was written by a newer Tributary (format ${opened.failure.version}). Start that one.`,
    );
  }
  const journal = opened.value;
  closers.add("journal", () => journal.close());
  const files = await openCatalogFiles(folders.catalogs, journal, log);
  const settings = { memoryBytesMax: config.STORE_MEMORY_MB * MiB };
  let fileLost: (projectId: number) => void = () => undefined;
  const store = await openDuckdbStore({
    folder: folders.store,
    log,
    settings,
    onSetAside: ({ projectId }) => fileLost(projectId),
    ...reach,
  });
  closers.add("event store", () => store.close());
  const { loader: folder } = folders;
  const loader = await startLoader({
    folder,
    journal,
    store,
    declarations: files.read,
    profiles: deps.profiles,
    clock,
    log,
    ...(tuning.loader ? { settings: tuning.loader } : {}),
  });
  fileLost = loader.fileLost;
  closers.add("loader", () => loader.close());
  return { journal, files, store, loader };
}
