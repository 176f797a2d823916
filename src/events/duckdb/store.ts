import { rm } from "node:fs/promises";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { Log } from "../../platform/log.ts";
import { fail } from "../../platform/result.ts";
import type { CatalogEntry, DamageFailure, EventStore, SetAside, Settlement } from "../store.ts";
import { StoreBusy } from "../store-busy.ts";
import { answerQuestion } from "./answer-question.ts";
import { applyChanges } from "./apply-changes.ts";
import { compactRows } from "./compact-rows.ts";
import { copyProjectFile } from "./copy-file.ts";
import { countTraces } from "./count-traces.ts";
import type { ReachStore } from "./crash-points.ts";
import { isDamagedInside, isOutOfMemory, listFiles, listSetAside, messageOf } from "./damage.ts";
import { DUCKDB_DIALECT } from "./dialect.ts";
import { startEngine } from "./engine.ts";
import { createGate } from "./gate.ts";
import { startInterrupting } from "./interrupting.ts";
import { readLookupRows, readLookupTables } from "./lookup-tables.ts";
import type { ProjectFile } from "./project-file.ts";
import { createProjectFiles } from "./project-files.ts";
import { mayBeInRest, type ProjectState } from "./project-state.ts";
import { readPersonIds, readResolved } from "./read-links.ts";
import { readEventNames, readPropertyNames, readTopValues } from "./read-names.ts";
import { readPage, readPlaces } from "./read-page.ts";
import { readNumber } from "./read-rows.ts";
import { scanEvents } from "./scan-events.ts";
import { DEFAULT_SETTINGS, type DuckdbSettings } from "./settings.ts";
import { readSettlement } from "./tally.ts";
import { threadsFor } from "./threads-for.ts";
import { foldLog, logIsLong } from "./upkeep.ts";
import { verifyFile } from "./verify-file.ts";

export type DuckdbStoreOptions = {
  folder: string;
  log: Log;
  settings?: Partial<DuckdbSettings>;
  reach?: ReachStore;
  onSetAside?: (report: SetAside) => void;
};

/** The event store in DuckDB files, one for each project, in a folder that only this process uses. */
export async function openDuckdbStore(options: DuckdbStoreOptions): Promise<EventStore> {
  const { folder, log, reach = () => {}, onSetAside = () => {} } = options;
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const engine = await startEngine(folder, settings);
  /** The last set aside file of a project, for `verify`: opening a file may find it damaged. */
  const asides = new Map<number, SetAside>();
  const files = createProjectFiles({
    engine,
    log,
    reach,
    openFilesMax: settings.openFilesMax,
    onSetAside(report) {
      asides.set(report.projectId, report);
      onSetAside(report);
    },
  });
  const loading = createGate(settings.appliesMax);
  const asking = createGate(settings.queriesMax, settings.queriesWaitingMax);
  const lookingUp = createGate(settings.queriesMax, settings.queriesWaitingMax);
  const tools = { settings, reach };

  const foldLongLog = async (file: ProjectFile) => {
    if (await logIsLong(file, settings)) await foldLog(file, settings, reach);
  };

  /** A broken block met at work: the file is set aside, since whatever reads it again would meet it again. */
  async function condemn(projectId: number, error: unknown): Promise<DamageFailure> {
    if (!isDamagedInside(error)) throw error;
    const reason = messageOf(error);
    await files.condemn(projectId, reason);
    return { code: "damaged", reason };
  }

  /** For answers that have no word for damage: whoever asks again finds the project beginning anew. */
  async function look<Value>(
    projectId: number,
    work: (reader: DuckDBConnection, file: ProjectFile) => Promise<Value>,
  ): Promise<Value> {
    const stop = AbortSignal.timeout(settings.lookupTimeoutMs);
    const found = await lookingUp.enter(async () => {
      try {
        const read = (file: ProjectFile) =>
          file.read((reader) => untilStopped(reader, stop, () => work(reader, file)));
        return [await files.use(projectId, read)] as const;
      } catch (error) {
        if (!(error instanceof StoreBusy)) await condemn(projectId, error);
        throw error;
      }
    }, stop);
    if (found === undefined) throw new StoreBusy(stop.aborted ? "timed_out" : "too_many_wait");
    return found[0];
  }

  /**
   * By the state they go with, which each change replaces: whoever follows an import asks again and again, and three questions to
   * the smallest tables took 9 ms of processor time. The state is looked at first, so that none is given counts from before it.
   */
  const settlements = new WeakMap<ProjectState, Settlement>();
  async function readKnown(reader: DuckDBConnection, { state }: ProjectFile): Promise<Settlement> {
    const settlement = await readSettlement(reader);
    settlements.set(state, settlement);
    return settlement;
  }

  async function apply(...[projectId, lane, changes, upTo, more]: Parameters<EventStore["apply"]>) {
    const applying = { scratchPath: engine.scratchPath(projectId, lane), ...tools };
    try {
      return await files.use(projectId, (file) =>
        file.lock.hold(async () => {
          const threads = threadsFor(settings, file.state.catalog.last, changes, more);
          const result = await engine.withThreads(threads, () =>
            applyChanges(file, lane, changes, upTo, applying, more),
          );
          if (result.ok && !more?.leavesLog) await foldLongLog(file);
          return result;
        }),
      );
    } catch (error) {
      return fail(await condemn(projectId, error));
    }
  }

  return {
    async apply(...change) {
      const applied = await loading.enter(() => apply(...change));
      if (applied === undefined) throw new Error("a gate without a bound turned somebody away");
      return applied;
    },
    async tidy(projectId) {
      try {
        await files.useOpen(projectId, (file) => file.lock.hold(() => foldLongLog(file)));
      } catch (error) {
        await condemn(projectId, error);
      }
    },
    positions: (projectId) => files.use(projectId, async (file) => Object.fromEntries(file.state.positions)),
    async settlement(projectId) {
      const known = await files.use(projectId, async ({ state }) => settlements.get(state));
      return known ?? look(projectId, readKnown);
    },
    catalog: (projectId) => files.use(projectId, async (file) => catalogEntries(file)),

    async *scan(projectId, options = {}) {
      const file = await files.pin(projectId);
      let failure: unknown;
      try {
        yield* scanEvents(file, options);
      } catch (error) {
        failure = error;
      } finally {
        files.unpin(file);
      }
      if (failure === undefined) return;
      await files.renewAfter(file, failure);
      await condemn(projectId, failure);
      throw failure;
    },
    readPage: (projectId, options) =>
      look(projectId, (reader, { state }) => readPage(reader, state, options)),
    readPlaces: (projectId, places) =>
      look(projectId, (reader, { state }) => readPlaces(reader, state, places)),
    dialect: DUCKDB_DIALECT,
    async query(projectId, question) {
      try {
        await engine.endRest();
        return await answerQuestion(files, asking, projectId, question);
      } catch (error) {
        return fail(await condemn(projectId, error));
      }
    },
    eventNames: (projectId, window) => look(projectId, (reader) => readEventNames(reader, window)),
    propertyNames: (projectId, of) =>
      look(projectId, (reader, { state }) => readPropertyNames(reader, state, of)),
    topValues: (projectId, of) => look(projectId, (reader, { state }) => readTopValues(reader, state, of)),
    countAll: (projectId) => look(projectId, (reader) => readNumber(reader, "select count(*) from events")),

    resolveIds: (projectId, ids) => look(projectId, (reader) => readResolved(reader, ids)),
    personIds: (projectId, id) => look(projectId, (reader) => readPersonIds(reader, id)),
    countTraces: (projectId, ids, upTo) => look(projectId, (reader) => countTraces(reader, ids, upTo)),
    lookupTables: (projectId) => look(projectId, readLookupTables),
    lookUp: (projectId, tableId, keys) => look(projectId, (reader) => readLookupRows(reader, tableId, keys)),
    countLinks: (projectId) => files.use(projectId, async ({ state }) => state.links),

    async compact(projectId, options = {}) {
      const file = await files.pin(projectId);
      try {
        return await compactRows(file, options, tools);
      } catch (error) {
        await files.renewAfter(file, error);
        throw error;
      } finally {
        files.unpin(file);
      }
    },
    checkpoint: (projectId) =>
      files.use(projectId, (file) => file.lock.hold(() => foldLog(file, settings, reach))),
    snapshotTo: (projectId, path) =>
      files.use(projectId, (file) => file.lock.hold(() => copyProjectFile(file, path, settings, reach))),
    async verify(projectId) {
      await files.closeIdle(projectId);
      const before = asides.get(projectId);
      const found = await files.use(projectId, verifyFile);
      const after = asides.get(projectId);
      return after === before ? found : { code: "damaged", reason: after?.reason ?? "" };
    },
    setAside: (projectId, reason) => files.setAside(projectId, reason),
    async removeSetAside(projectId) {
      const paths = await listSetAside(folder, projectId);
      for (const path of paths) await rm(path, { force: true });
      return paths.length;
    },
    dropProject: (projectId) =>
      files.whileClosed(projectId, async () => {
        for (const path of await listFiles(folder, projectId)) await rm(path, { force: true });
      }),
    close: () => files.close(),
  };
}

async function untilStopped<Value>(
  reader: DuckDBConnection,
  stop: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  const repeat = startInterrupting(reader, stop);
  try {
    stop.throwIfAborted();
    return await work();
  } catch (error) {
    if (stop.aborted) throw new StoreBusy("timed_out", { cause: error });
    throw isOutOfMemory(error) ? new StoreBusy("too_large", { cause: error }) : error;
  } finally {
    repeat.end();
  }
}

function catalogEntries({ state }: ProjectFile): CatalogEntry[] {
  const declared = state.catalog.since(0).map(({ number, name, type }) => ({
    name,
    column: `p${number}`,
    type,
    inRest: mayBeInRest(state, name),
  }));
  const others = [...state.restNames].filter((name) => state.catalog.find(name) === undefined);
  return [...declared, ...others.map((name) => ({ name, column: null, type: null, inRest: true }))];
}
