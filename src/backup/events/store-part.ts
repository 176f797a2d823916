import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { fail, ok } from "../../platform/result.ts";
import { addFile, filesIn, restoreFiles } from "../entry-files.ts";
import { refuseOddEntries } from "../refuse-odd-entries.ts";
import type { BackupPart } from "../types.ts";
import { POSITIONS, writeRecord } from "./journal-record.ts";
import { isShortened } from "./segment-names.ts";
import { type ProjectRecord, readStoreRecord, type StoreRecord } from "./store-record.ts";

/** What a backup asks of the event store. */
export type SavedStore = {
  positions(projectId: number): Promise<Record<string, number>>;
  countAll(projectId: number): Promise<number>;
  verify(projectId: number): Promise<{ reason: string } | null>;
  checkpoint(projectId: number): Promise<void>;
  dropProject(projectId: number): Promise<void>;
  close(): Promise<void>;
};

export type StorePartDeps = {
  folder: string;
  journalFolder: string;
  /** How far the journal reaches, when it has been looked at. */
  journalPosition(): number | undefined;
  open(): Promise<SavedStore>;
  /** For what the operator should know although the work goes on. */
  tell(sentence: string): void;
  signal?: AbortSignal | undefined;
};

const FILE = /^([1-9]\d{0,14})\.duckdb$/;
const ENTRY = /^([1-9]\d{0,14})\.duckdb\.zst$/;
const fileOf = (project: number): string => `${project}.duckdb`;
const entryOf = (project: number): string => `${project}.duckdb.zst`;

/**
 * The event store's files, one for each project. They are copies of what the journal says, so one that is damaged is left out, and
 * the server that finds it missing makes it anew. Saving them all the same is what makes a restored server ready at once.
 */
export function storePart(deps: StorePartDeps): BackupPart {
  const { folder, tell } = deps;

  async function tellDamaged(project: number): Promise<void> {
    const shortened = await isShortened(deps.journalFolder);
    const rest = shortened ? ", but only as far back as that still reaches" : "";
    tell(
      `project ${project}: its store file is damaged; the restored server will make it anew from the journal${rest}`,
    );
  }

  /** Nothing is loaded before it is in the journal, for good: this journal has lost its end. */
  function tellAhead({ project, lanes }: ProjectRecord): void {
    const end = deps.journalPosition();
    const reached = Math.max(0, ...Object.values(lanes));
    if (end === undefined || reached <= end) return;
    tell(
      `project ${project}: its store file reaches position ${reached}, but the journal ends at ${end}: the journal has lost its end`,
    );
  }

  return {
    name: "store",
    async write(sink) {
      const projects = projectsIn((await filesIn(folder)) ?? []);
      if (projects.length === 0) return ok(undefined);
      const record = await withStore(deps, (store) => examineAll(deps, store, projects));
      for (const { project } of record.damaged) await tellDamaged(project);
      for (const project of record.projects) tellAhead(project);
      await sink.add(POSITIONS, [writeRecord(record)]);
      // The log of each was folded in, and nobody has them open: each is complete by itself where it lies. A snapshot would need
      // the room of the largest file once more, to no other end.
      for (const { project, events } of record.projects) {
        const path = join(folder, fileOf(project));
        await refuseLog(path);
        await addFile(sink, entryOf(project), path, { rows: () => events });
      }
      return ok(undefined);
    },
    async check(source) {
      if (source.entries.length === 0) return ok(undefined);
      if ((await readStoreRecord(source)) === undefined) {
        const sentence = `The backup holds an event store that this version cannot read. Use the version of Tributary that wrote it, or a later one.`;
        return fail({ code: "store_newer", sentence });
      }
      return refuseOddEntries("store", source, (name) => name === POSITIONS || ENTRY.test(name));
    },
    async restore(source) {
      const record = await readStoreRecord(source);
      if (record === undefined) return ok(undefined);
      for (const { project } of record.damaged) await tellDamaged(project);
      const files = record.projects.map(({ project }) => ({
        entry: entryOf(project),
        file: fileOf(project),
      }));
      await restoreFiles(source, folder, files);
      await withStore(deps, async (store) => {
        for (const saved of record.projects) {
          if (isDeepStrictEqual(await examine(deps, store, saved.project), saved)) continue;
          await store.dropProject(saved.project);
          await tellDamaged(saved.project);
        }
      });
      return ok(undefined);
    },
  };
}

const projectsIn = (names: readonly string[]): number[] =>
  names
    .flatMap((name) => FILE.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);

async function withStore<Value>(
  { open }: StorePartDeps,
  use: (store: SavedStore) => Promise<Value>,
): Promise<Value> {
  const store = await open();
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

async function examineAll(
  deps: StorePartDeps,
  store: SavedStore,
  projects: readonly number[],
): Promise<StoreRecord> {
  const record: StoreRecord = { version: 1, projects: [], damaged: [] };
  for (const project of projects) {
    const found = await examine(deps, store, project);
    if ("reason" in found) record.damaged.push(found);
    else record.projects.push(found);
  }
  return record;
}

/** Reads all of a project's file, then folds its log into it. */
async function examine(
  { signal }: StorePartDeps,
  store: SavedStore,
  project: number,
): Promise<ProjectRecord | { project: number; reason: string }> {
  signal?.throwIfAborted();
  const damage = await store.verify(project);
  if (damage) return { project, reason: damage.reason };
  await store.checkpoint(project);
  return { project, lanes: { ...(await store.positions(project)) }, events: await store.countAll(project) };
}

async function refuseLog(path: string): Promise<void> {
  const log = await stat(`${path}.wal`).catch(() => undefined);
  if (log !== undefined && log.size > 0)
    throw new Error(`${path} still has a log that was not folded into it`);
}
