import { stat } from "node:fs/promises";
import type { DuckDBConnection } from "@duckdb/node-api";
import { createLock, type Lock } from "../../platform/lock.ts";
import type { Engine } from "./engine.ts";
import { projectAlias, projectPath } from "./engine.ts";
import { INSERT_ID_SQL } from "./id-columns.ts";
import { inTransaction } from "./in-transaction.ts";
import { claimsOf, firstClaims } from "./link-devices.ts";
import { type ProjectState, readState } from "./project-state.ts";
import { readNumber, readRows } from "./read-rows.ts";
import {
  createSchema,
  FORMAT_VERSION,
  HASH_PROBE,
  KEY_SQL,
  LINK_KEY_SQL,
  OLD_LONG_ROWS,
  PERSON_KEY_SQL,
  raiseSchema,
} from "./schema.ts";

/** An attached project: one connection writes, others read beside it and see whole transactions. */
export type ProjectFile = {
  projectId: number;
  path: string;
  writer: DuckDBConnection;
  /** Whoever writes, or needs nobody to write, holds it. */
  lock: Lock;
  state: ProjectState;
  /** It has long rows from before format 5, whose texts are in their columns (`long-texts.ts`). */
  hasOldLongRows: boolean;
  /** How many are at work in it now. It closes only after they are done. */
  users: number;
  /** How many will come back, such as a scan whose reader takes its time. It stays open for them unless it must close. */
  pins: number;
  /** Does something while the file cannot close. Throws when it has closed, or is about to. */
  work<Value>(work: () => Promise<Value>): Promise<Value>;
  /** A connection for one piece of work alone. One that ends well leaves it to the next, with nothing half-read. */
  read<Value>(work: (reader: DuckDBConnection) => Promise<Value>): Promise<Value>;
  openReader(): Promise<DuckDBConnection>;
  closeReader(reader: DuckDBConnection): Promise<void>;
  /** Ends what readers are at, so that the file can be closed soon. */
  interrupt(): void;
  /** Lets nobody begin, waits for those at work, and closes. */
  close(): Promise<void>;
};

/** Connections kept between questions: opening and closing one takes a millisecond, as much as a small question. */
const IDLE_READERS_MAX = 2;

export async function openProjectFile(engine: Engine, projectId: number): Promise<ProjectFile> {
  await engine.attach(projectId);
  const connections = new Set<DuckDBConnection>();
  const connect = async () => {
    const connection = await engine.connect();
    connections.add(connection);
    await connection.run(`use ${projectAlias(projectId)}`);
    return connection;
  };
  /** A result that was not read to its end holds the file, also past its connection: another statement ends it. */
  const disconnect = async (connection: DuckDBConnection) => {
    if (!connections.delete(connection)) return;
    await connection.run("select 1").catch(() => undefined);
    connection.closeSync();
  };
  const idle: DuckDBConnection[] = [];
  let closing = false;
  let onIdle = () => {};
  const close = async () => {
    for (const connection of [...connections]) await disconnect(connection);
    await engine.detach(projectId);
  };
  try {
    const writer = await connect();
    await prepare(writer);
    const file: ProjectFile = {
      projectId,
      path: projectPath(engine.folder, projectId),
      writer,
      lock: createLock(),
      state: await readState(writer),
      hasOldLongRows:
        (await readNumber(writer, `select count(*) from meta where name = '${OLD_LONG_ROWS}'`)) > 0,
      users: 0,
      pins: 0,
      async work(work) {
        if (closing) throw new Error("the project's event file was closed meanwhile");
        file.users += 1;
        try {
          return await work();
        } finally {
          file.users -= 1;
          if (file.users === 0) onIdle();
        }
      },
      async read(work) {
        const reader = idle.pop() ?? (await connect());
        let done = false;
        try {
          const value = await work(reader);
          done = true;
          return value;
        } finally {
          if (done && !closing && idle.length < IDLE_READERS_MAX) idle.push(reader);
          else await disconnect(reader);
        }
      },
      openReader: connect,
      closeReader: disconnect,
      interrupt() {
        for (const connection of connections) if (connection !== writer) connection.interrupt();
      },
      async close() {
        closing = true;
        if (file.users > 0) await new Promise<void>((resolve) => (onIdle = resolve));
        await close();
      },
    };
    return file;
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

async function prepare(writer: DuckDBConnection): Promise<void> {
  const probe = String((await readRows(writer, HASH_PROBE))[0]?.[0]);
  const tables = await readRows(
    writer,
    "select table_name from duckdb_tables() where database_name = current_database()",
  );
  if (tables.length === 0) {
    await createSchema(writer, probe);
    return;
  }
  const meta = new Map(
    (await readRows(writer, "select name, value from meta")).map(([name, value]) => [name, value]),
  );
  const version = Number(meta.get("format_version"));
  if (version > FORMAT_VERSION) {
    throw new Error(
      `the event store was written by a newer version (format ${version}; this one knows ${FORMAT_VERSION})`,
    );
  }
  if (version < FORMAT_VERSION) {
    await raiseSchema(writer, version, `insert into links ${firstClaims(`(${claimsOf("true")})`)}`);
  }
  if (meta.get("hash_probe") !== probe) await rehash(writer, probe);
}

/** A new DuckDB hashes otherwise: all keys are made anew. */
async function rehash(writer: DuckDBConnection, probe: string): Promise<void> {
  const key = KEY_SQL("event", "distinct_id", "coalesce(sent_time, time)", `(${INSERT_ID_SQL})`);
  await inTransaction(writer, async () => {
    await writer.run(`update event_rows set "key" = ${key} where "key" is not null`);
    await writer.run(
      `update links set "key" = ${LINK_KEY_SQL("device_id")}, person = ${PERSON_KEY_SQL("user_id")}`,
    );
    await writer.run("update meta set value = ? where name = 'hash_probe'", [probe]);
  });
}

/** Folds the log into the file. Not while some question still looks at an older state of it: then later. */
export async function tryCheckpoint(file: ProjectFile): Promise<boolean> {
  try {
    await file.writer.run(`checkpoint ${projectAlias(file.projectId)}`);
    return true;
  } catch (error) {
    if (/cannot checkpoint/i.test(String(error))) return false;
    throw error;
  }
}

export async function logBytes(file: ProjectFile): Promise<number> {
  try {
    return (await stat(`${file.path}.wal`)).size;
  } catch {
    return 0;
  }
}
