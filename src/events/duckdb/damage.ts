import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { projectPath } from "./engine.ts";

/** What keeps a file from opening although nothing is wrong with it. */
const NOT_ITS_FAULT = new RegExp(
  [
    "lock on file|unique file handle|permission|operation not permitted|read-only file system",
    "no space left|quota exceeded|disk quota|file too large|could not write|could not (truncate|sync)|failed to (write|sync)",
    "too many open files|too many links|EMFILE|ENFILE|file table overflow",
    "out of memory|cannot allocate|could not allocate|failed to allocate|interrupted|newer version",
    "input/output error|resource temporarily unavailable|device or resource busy|stale file handle|timed out",
    "has been invalidated|must be restarted",
  ].join("|"),
  "i",
);

/** What failed left DuckDB unsure of the file it holds: it refuses every further statement until it has opened it anew. */
const INVALIDATING_KIND = /^(?:io|internal|transactioncontext) error/i;
const INVALIDATED = /has been invalidated|must be restarted/i;

/** DuckDB keeps a checksum for each block of 256 KiB, and looks when it reads one. */
const BROKEN_BLOCK =
  /corrupt database file|corrupt wal file|could not read enough bytes|does not match stored checksum/i;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const isDamagedAtOpen = (error: unknown): boolean => !NOT_ITS_FAULT.test(messageOf(error));
export function isInvalidated(error: unknown): boolean {
  const message = messageOf(error);
  return /^fatal error/i.test(message) || (INVALIDATING_KIND.test(message) && INVALIDATED.test(message));
}
/** One statement asked for more than all of them may take. The file and DuckDB are well. */
export const isOutOfMemory = (error: unknown): boolean => /^out of memory error/i.test(messageOf(error));
export const isDamagedInside = (error: unknown): boolean => BROKEN_BLOCK.test(messageOf(error));

/** Between the name a file had and a number. */
const ASIDE = ".damaged-";

/** Renames a project's files, its log included, to the first free name. Null when there are none. */
export async function setFilesAside(
  folder: string,
  projectId: number,
  reach: () => void = () => {},
): Promise<string | null> {
  const path = projectPath(folder, projectId);
  const names = await readdir(folder);
  const own = names.filter((name) => name.startsWith(`${projectId}.duckdb`) && !name.includes(ASIDE));
  if (own.length === 0) return null;
  let number = 1;
  while (names.some((name) => name.startsWith(`${projectId}.duckdb${ASIDE}${number}`))) number += 1;
  const aside = `${path}${ASIDE}${number}`;
  // The file itself goes last: until then a crash leaves it where it will be looked at again.
  for (const name of own.sort().reverse()) {
    await rename(join(folder, name), `${aside}${name.slice(`${projectId}.duckdb`.length)}`);
    reach();
  }
  return aside;
}

export async function listFiles(folder: string, projectId: number): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.startsWith(`${projectId}.duckdb`)).map((name) => join(folder, name));
}

export const listSetAside = async (folder: string, projectId: number): Promise<string[]> =>
  (await listFiles(folder, projectId)).filter((path) => path.includes(ASIDE));
