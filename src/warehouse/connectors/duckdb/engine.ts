import { mkdir } from "node:fs/promises";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { keepTextsWhole } from "../../../platform/duckdb-texts.ts";

/** Sorting and grouping spill to the disk. */
const MEMORY_MAX = "256MiB";
const THREADS = "2";

export type Engine = { connection: DuckDBConnection; close(): Promise<void> };

/**
 * A DuckDB of its own for one session: nothing of the event store is in reach of it. It can read the database it was opened with and
 * `mayRead`, and no other file or address, whatever a view inside that database asks for.
 */
export async function openEngine(
  path: string,
  mayRead: readonly string[],
  scratchFolder: string,
): Promise<Engine> {
  let instance: DuckDBInstance | undefined;
  try {
    await mkdir(scratchFolder, { recursive: true });
    keepTextsWhole();
    instance = await DuckDBInstance.create(path, {
      memory_limit: MEMORY_MAX,
      threads: THREADS,
      temp_directory: scratchFolder,
      autoinstall_known_extensions: "false",
      autoload_known_extensions: "false",
      enable_external_file_cache: "false",
      ...(path === ":memory:" ? {} : { access_mode: "READ_ONLY" }),
    });
    const connection = await instance.connect();
    await connection.run("set timezone = 'UTC'");
    if (mayRead.length > 0) await connection.run(`set allowed_directories = [${mayRead.map(text).join()}]`);
    await connection.run("set enable_external_access = false");
    await connection.run("set lock_configuration = true");
    return {
      connection,
      async close() {
        connection.closeSync();
        instance?.closeSync();
      },
    };
  } catch (cause) {
    instance?.closeSync();
    throw cause;
  }
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
