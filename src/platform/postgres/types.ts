import type { Log } from "../log.ts";
import type { Randomness } from "../secrets.ts";

export type StartPostgresOptions = {
  /** Absolute path of a data folder whose lock the caller holds; the cluster lives in `postgres` below it. */
  dataFolder: string;
  log: Log;
  randomness?: Randomness;
  /** The tree that holds bin, lib and share; the installed platform package unless told. */
  nativeFolder?: string;
  /** Where a copy of that tree may go when it cannot be used in place, in order of preference. */
  runtimeParents?: readonly string[];
  /** Recovery after a crash replays at most max_wal_size of log, so this is generous. */
  readyTimeoutMs?: number;
  stopBounds?: StopBounds;
  findPort?: () => Promise<number>;
  /** Over our own, such as fsync=off for tests whose data nobody keeps. */
  settings?: Readonly<Record<string, string>>;
};

export type RunningPostgres = {
  /** Database `tributary`, user and password included. Changes at every start: the port is a free one. */
  url: string;
  /** Of the postmaster. */
  pid: number;
  /** Settles once, when the postmaster is gone; never rejects. */
  exited: Promise<PostgresExit>;
  /** Fast shutdown. May be called again; all calls wait for the same end. */
  close(): Promise<void>;
};

export type PostgresExit = {
  /** False when Postgres went by itself: the owner cannot go on and should say so and leave. */
  asked: boolean;
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The last lines of its log. */
  logTail: string;
};

/** The user that Postgres runs as when we are root. Undefined elsewhere in this room means "as ourselves". */
export type RunAs = { uid: number; gid: number };

/** How long each way of stopping gets before the next, ruder one. */
export type StopBounds = { fastMs: number; immediateMs: number; killMs: number };
