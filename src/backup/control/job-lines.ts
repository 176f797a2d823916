import { type ClientBase, DatabaseError, type Pool } from "pg";
import { backupJobs, createJobs, restoreJobs } from "../../platform/jobs/index.ts";
import type { Log } from "../../platform/log.ts";

export const JOBS = "jobs.ndjson.zst";

const UNDEFINED_TABLE = "42P01";

/** Unfinished jobs, a line each. None where the jobs' tables were never made: a first start that ended early. */
export async function* jobLines(pool: Pool): AsyncGenerator<Buffer> {
  try {
    for await (const line of backupJobs(pool)) yield Buffer.from(`${line}\n`);
  } catch (cause) {
    if (!(cause instanceof DatabaseError) || cause.code !== UNDEFINED_TABLE) throw cause;
  }
}

export async function hasJobs(pool: Pool): Promise<boolean> {
  for await (const _ of jobLines(pool)) return true;
  return false;
}

/** Only a start makes the jobs' tables. With no kind declared it runs nothing. */
export async function makeJobTables(pool: Pool, log: Log): Promise<void> {
  const jobs = createJobs({ database: { pool }, log }, []);
  try {
    await jobs.start();
  } finally {
    await jobs.close({ timeoutMs: 0 });
  }
}

/** Inside the transaction of the client, so that jobs come with the rows that they are about or not at all. */
export async function insertJobs(client: ClientBase, content: AsyncIterable<Uint8Array>): Promise<number> {
  return (await restoreJobs(client, splitLines(content))).restored;
}

/** Not `readline`: it also breaks lines at U+2028 and U+2029, which may stand inside a JSON string. */
async function* splitLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
