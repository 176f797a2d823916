import { mkdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { keepTextsWhole } from "../../platform/duckdb-texts.ts";
import type { DuckdbSettings } from "./settings.ts";

/** One DuckDB for all projects: they share its threads and its memory. Nothing lives in it but their attached files. */
export type Engine = {
  folder: string;
  connect(): Promise<DuckDBConnection>;
  attach(projectId: number): Promise<void>;
  detach(projectId: number): Promise<void>;
  /** Does something with so many threads, and leaves it at that for a while. One at a time: they are the same for everybody. */
  withThreads<Value>({ count, restMs }: ThreadUse, work: () => Promise<Value>): Promise<Value>;
  /** Somebody has a question: behind work, all threads are there for it at once. Beside work it has as many as that. */
  endRest(): Promise<void>;
  /** A path for bytes that only pass through. */
  scratchPath(projectId: number, name: string): string;
  /** Whether it still does anything at all. After an error it calls fatal, DuckDB refuses every statement. */
  isSound(): Promise<boolean>;
  /** Begins anew with no file attached. Whoever calls it has closed every other connection. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

export type ThreadUse = {
  count: number;
  /** So long after it nothing changes: mostly the next one wants as many. */
  restMs: number;
};

type EngineSettings = Pick<DuckdbSettings, "memoryBytesMax" | "threads">;

/**
 * What DuckDB keeps together, with the least and the greatest value of each column. Full row groups are written to the file while they are loaded; what does not fill one goes through the log and is written
 * again at a checkpoint. Batches of 80,000 rows cost 14.4 µs of processor time an event with DuckDB's 122,880 rows a group,
 * 9.3 with 40,960 and 8.6 with 20,480; an event takes 45, 56 and 66 bytes.
 */
export const ROW_GROUP_ROWS = 40_960;

/**
 * A column of a row group takes whole blocks. With DuckDB's 256 KiB an event took 75 bytes, links included, with 64 KiB 57, with 16
 * KiB 73, since a dictionary stands in each. A file keeps the size it was made with.
 */
const BLOCK_BYTES = 64 * 1024;

export const projectPath = (folder: string, projectId: number): string => join(folder, `${projectId}.duckdb`);
export const projectAlias = (projectId: number): string => `project_${projectId}`;

export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export async function startEngine(givenFolder: string, settings: EngineSettings): Promise<Engine> {
  const folder = resolve(givenFolder);
  const scratch = join(folder, "scratch");
  await mkdir(folder, { recursive: true });
  await rm(scratch, { recursive: true, force: true });
  await mkdir(join(scratch, "temp"), { recursive: true });
  const { threads } = settings;
  let { instance, connection } = await createInstance(folder, join(scratch, "temp"), settings);
  let running = threads;
  let turning = Promise.resolve();
  let resting: NodeJS.Timeout | undefined;
  let restUntilMs = 0;
  let isWorking = false;

  /** In the order they were asked for. */
  function turnTo(count: number): Promise<void> {
    turning = turning
      .catch(() => undefined)
      .then(async () => {
        if (count === running) return;
        await connection.run(`set threads = ${count}`);
        running = count;
      });
    return turning;
  }

  return {
    folder,
    connect: () => instance.connect(),
    async attach(projectId) {
      const path = projectPath(folder, projectId);
      const options = [`storage_version 'latest', row_group_size ${ROW_GROUP_ROWS}`];
      if (!(await isThere(path))) options.push(`block_size ${BLOCK_BYTES}`);
      await connection.run(`attach ${sqlText(path)} as ${projectAlias(projectId)} (${options.join()})`);
    },
    async detach(projectId) {
      await connection.run(`detach ${projectAlias(projectId)}`);
    },
    async withThreads({ count, restMs }, work) {
      clearTimeout(resting);
      isWorking = true;
      try {
        await turnTo(count);
        return await work();
      } finally {
        isWorking = false;
        const nowMs = performance.now();
        restUntilMs = Math.max(restUntilMs, nowMs + restMs);
        if (restUntilMs <= nowMs) await turnTo(threads);
        else {
          clearTimeout(resting);
          const turnBack = () => void turnTo(threads).catch(() => undefined);
          resting = setTimeout(turnBack, restUntilMs - nowMs).unref();
        }
      }
    },
    async endRest() {
      if (isWorking) return;
      clearTimeout(resting);
      restUntilMs = 0;
      // With fewer it is answered as well; and an engine that does nothing any more is told of by the question.
      await turnTo(threads).catch(() => undefined);
    },
    async isSound() {
      try {
        await connection.run("select 1");
        return true;
      } catch {
        return false;
      }
    },
    async restart() {
      await turning.catch(() => undefined);
      connection.closeSync();
      instance.closeSync();
      ({ instance, connection } = await createInstance(folder, join(scratch, "temp"), settings));
      running = threads;
    },
    scratchPath: (projectId, name) => join(scratch, `${projectId}-${name}.ndjson`),
    async close() {
      clearTimeout(resting);
      await turning.catch(() => undefined);
      connection.closeSync();
      instance.closeSync();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function createInstance(
  folder: string,
  temp: string,
  { memoryBytesMax, threads }: EngineSettings,
): Promise<{ instance: DuckDBInstance; connection: DuckDBConnection }> {
  keepTextsWhole();
  const instance = await DuckDBInstance.create(":memory:", {
    threads: String(threads),
    // They turn from one statement to another now and then: one that takes minutes would hold up loading for as long.
    scheduler_process_partial: "true",
    memory_limit: `${Math.floor(memoryBytesMax / 1024)}KiB`,
    temp_directory: temp,
    // The store folds the log in itself, between applies, where nobody waits for it.
    checkpoint_threshold: "1TB",
    // Otherwise a checkpoint rewrites whole tables to fill up row groups that are a tenth short.
    max_vacuum_tasks: "0",
    // Scratch files are read once.
    enable_external_file_cache: "false",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
  const connection = await instance.connect();
  // A question may read the store's own folder and nothing else of this machine.
  await connection.run(`set allowed_directories = [${sqlText(`${folder}/`)}]`);
  await connection.run("set enable_external_access = false");
  return { instance, connection };
}
