import type { Kysely } from "kysely";
import type { DictionaryRoom } from "../dictionary/index.ts";
import type { Change, EventStore, Unplaced } from "../events/index.ts";
import type { AcceptLines } from "../ingestion/index.ts";
import type { AppendFailure, Position } from "../journal/index.ts";
import type { Loader } from "../loader/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { ControlTables } from "../platform/control-db/index.ts";
import type { Jobs } from "../platform/jobs/index.ts";
import type { Log } from "../platform/log.ts";
import type { Outbound } from "../platform/outbound/index.ts";
import type { Result } from "../platform/result.ts";
import type { Sealing } from "../platform/sealing/index.ts";
import type { Randomness } from "../platform/secrets.ts";
import type { ProfilesReader, ProfileUpdate } from "../profiles/index.ts";
import type { ProjectsRoom } from "../projects/index.ts";

export type WarehouseDeps = {
  db: Kysely<ControlTables>;
  clock: Clock;
  randomness: Randomness;
  log: Log;
  changes: ProjectsRoom["changes"];
  groupKeys: ProjectsRoom["groupKeys"];
  sealing: Sealing;
  outbound: Outbound;
  /** Below it lie the files that sources may read. */
  filesFolder: string | null;
  /** Starts of one import by hand in an hour; 0: as many as anybody likes. */
  syncsPerHour: number;
  acceptLines: AcceptLines;
  /** Changes of the store that are no events, in the lane of the rows they are about. */
  frames: {
    append(
      projectId: number,
      changes: readonly Unplaced<Change>[],
    ): Promise<Result<{ position: Position }, AppendFailure>>;
    /** Everything appended so far. */
    synced(): Position;
  };
  profiles: {
    append(
      projectId: number,
      updates: readonly ProfileUpdate[],
    ): Promise<Result<{ position: Position }, AppendFailure>>;
    findMany: ProfilesReader["findMany"];
  };
  lookupTables: DictionaryRoom["lookupTables"];
  store: Pick<EventStore, "query" | "settlement" | "resolveIds">;
  loader: Pick<Loader, "loadedUpTo" | "status">;
  /** They come into being after what they work on. */
  jobs: () => Pick<Jobs, "send">;
  /** Told of every named moment at which a crash would hurt most. For tests. */
  reach: (point: string) => void;
};
