import type { Kysely } from "kysely";
import type { EventStore } from "../events/index.ts";
import type { Route } from "../http/index.ts";
import type { ControlTables } from "../platform/control-db/index.ts";
import type { Result } from "../platform/result.ts";
import type { Randomness } from "../platform/secrets.ts";
import type { RecordAudit } from "./audit.ts";
import { auditedTables } from "./lookup-tables/audited-tables.ts";
import {
  type CreateFailure,
  createMapped,
  deleteTable,
  type MapFailure,
} from "./lookup-tables/change-tables.ts";
import {
  type CompareFailure,
  type CompareOptions,
  compareTable,
  type TableComparison,
} from "./lookup-tables/compare-table.ts";
import type { LookupFrames } from "./lookup-tables/frames.ts";
import type { CsvSource } from "./lookup-tables/read-csv.ts";
import { type LookupLimits, type ReplaceFailure, replaceTable } from "./lookup-tables/replace-table.ts";
import { lookupTableRoutes } from "./lookup-tables/routes.ts";
import { lookupTablesStore } from "./lookup-tables/tables-store.ts";
import { createTurns } from "./lookup-tables/turns.ts";
import type { Mapping, NamedTable, Subject } from "./lookup-tables/types.ts";

export type DictionaryRoomOptions = {
  db: Kysely<ControlTables>;
  store: Pick<EventStore, "lookupTables" | "lookUp" | "query">;
  frames: LookupFrames;
  audit: RecordAudit;
  randomness: Randomness;
  lookupLimits?: LookupLimits;
};

export type DictionaryRoom = {
  routes: Route[];
  lookupTables: {
    list(projectId: number): Promise<NamedTable[]>;
    replace(
      projectId: number,
      tableId: string,
      source: CsvSource,
    ): Promise<Result<{ rows: number }, ReplaceFailure>>;
    /** Whether a file has what the table has, row by row; changes nothing. */
    compare(
      projectId: number,
      tableId: string,
      source: CsvSource,
      options: CompareOptions,
    ): Promise<Result<TableComparison, CompareFailure>>;
    /** An empty table that a property is looked up in, under a name that is not taken yet. Answers its id. */
    create(
      projectId: number,
      name: string,
      mapping: Mapping,
    ): Promise<Result<string, CreateFailure | MapFailure>>;
    /** The table and all that was looked up in it. */
    remove: (projectId: number, tableId: string) => ReturnType<typeof deleteTable>;
    /** By property: the id of the table it is looked up in. */
    tablesOf(projectId: number, subject: Subject): Promise<Map<string, string>>;
  };
};

const LOOKUP_LIMITS: LookupLimits = { rowsMax: 1_000_000, projectRowsMax: 5_000_000 };

export function createDictionaryRoom(options: DictionaryRoomOptions): DictionaryRoom {
  const { db, store, frames, audit, randomness, lookupLimits: limits = LOOKUP_LIMITS } = options;
  const tables = lookupTablesStore(db);
  const turns = createTurns();
  const newId = () => newUuid(randomness);
  return {
    routes: lookupTableRoutes({
      ...{ tables, store, frames, turns, newId },
      changing: (scope) => auditedTables({ db, audit }, scope),
    }),
    lookupTables: {
      list: tables.list,
      create: (projectId, name, mapping) => createMapped({ tables, newId }, projectId, name, mapping),
      remove: (projectId, tableId) => deleteTable({ tables, frames, turns }, projectId, tableId),
      tablesOf: tables.tablesOf,
      replace: (projectId, tableId, source) =>
        replaceTable({ tables, store, frames, turns, limits }, projectId, tableId, source),
      compare: (projectId, tableId, source, options) =>
        compareTable({ tables, store, rowsMax: limits.rowsMax }, projectId, tableId, source, options),
    },
  };
}

/** Version 4: all of it random but the bits that say so. */
function newUuid(randomness: Randomness): string {
  const bytes = randomness.bytes(16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
