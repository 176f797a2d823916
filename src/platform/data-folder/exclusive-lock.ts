import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fail, ok, type Result } from "../result.ts";

type ExclusiveLock = { release(): void };
type LockFailure = { code: "locked" } | { code: "not_writable" };

// SQLite's result codes; the low byte carries the kind, the rest a detail.
const SQLITE_PERM = 3;
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_CANTOPEN = 14;

/**
 * An exclusive lock on a file that the kernel itself gives back when the holder dies, even by `kill -9`, and that two
 * containers sharing a volume both see (a pid file does neither). Node has no call for file locks, but its SQLite takes
 * one (fcntl) for an exclusive transaction, so an empty database serves as the lock.
 *
 * Nobody else in this process may open and close that file: closing any descriptor of a file drops the process's fcntl
 * locks on it. SQLite knows and guards its own; hence the mode is set by path.
 */
export function takeExclusiveLock(path: string): Result<ExclusiveLock, LockFailure> {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec("PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    chmodSync(path, 0o600);
  } catch (error) {
    database?.close();
    const failure = lockFailureOf(error);
    if (!failure) throw error;
    return fail(failure);
  }
  const held = database;
  return ok({ release: () => void (held.isOpen && held.close()) });
}

function lockFailureOf(error: unknown): LockFailure | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number")
    return undefined;
  switch (error.errcode & 0xff) {
    case SQLITE_BUSY:
      return { code: "locked" };
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return { code: "not_writable" };
    default:
      return undefined;
  }
}
