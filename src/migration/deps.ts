import type { Kysely, Transaction } from "kysely";
import type { FindRules } from "../dictionary/index.ts";
import type { Change, EventStore, Unplaced } from "../events/index.ts";
import type { Accept, AcceptLines, FindColumns, Limits } from "../ingestion/index.ts";
import type { AppendFailure, Position } from "../journal/index.ts";
import type { Loader } from "../loader/index.ts";
import type { Principal } from "../platform/access/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { ControlTables } from "../platform/control-db/index.ts";
import type { Jobs } from "../platform/jobs/index.ts";
import type { Log } from "../platform/log.ts";
import type { Outbound, OutboundTimes } from "../platform/outbound/index.ts";
import type { Result } from "../platform/result.ts";
import type { Sealing } from "../platform/sealing/index.ts";
import type { Randomness } from "../platform/secrets.ts";
import type { WrittenState } from "../profiles/index.ts";
import type { Doors } from "../projects/index.ts";
import type { Origins } from "./origins/registry.ts";
import type { RetrySettings } from "./run/retry.ts";

/** Who sends a request: an account, or a client that holds no more than the project's token or a job's secret. */
export type Caller = {
  by: Principal | "project token" | "job secret";
  requestId: string;
  clientAddress: string;
};
export type AuditLine = { action: string; projectId: number; jobId: string; after?: unknown };

export type MigrationDeps = {
  db: Kysely<ControlTables>;
  clock: Clock;
  randomness: Randomness;
  log: Log;
  doors: Pick<Doors, "open" | "projectOf">;
  /** A line in the audit log of the project, in the transaction of what it tells. */
  audit(tx: Transaction<ControlTables>, by: Caller, line: AuditLine): Promise<void>;
  /** In which the project's reports count their days. */
  timeZoneOf(projectId: number): Promise<string>;
  sealing: Sealing;
  outbound: Outbound;
  origins: Origins;
  /** For exports on their way in. */
  folder: string;
  accept: Accept;
  acceptLines: AcceptLines;
  /** What it takes to write rows for `acceptLines`. */
  findColumns: FindColumns;
  /** Of what is accepted: a dry run checks as a run would. */
  limits: Limits;
  rules: FindRules;
  frames: {
    append(
      projectId: number,
      changes: readonly Unplaced<Change>[],
    ): Promise<Result<{ position: Position }, AppendFailure>>;
  };
  profiles: {
    append(
      projectId: number,
      states: readonly WrittenState[],
    ): Promise<Result<{ position: Position }, AppendFailure>>;
  };
  store: Pick<EventStore, "query" | "settlement">;
  loader: Pick<Loader, "loadedUpTo" | "status">;
  jobs: () => Pick<Jobs, "send">;
  /** What is kept of a migration that has ended, line by line and slice by slice. */
  detailsDays: number;
  limit: { mode: "warn" | "pause" | "refuse"; eventsMax: number };
  retry: RetrySettings;
  /** Time limits of requests to an origin, where they are not the usual ones. */
  times?: OutboundTimes | undefined;
  /** How clients reach this server. */
  publicUrl: () => string;
  reach: (point: string) => void;
};
