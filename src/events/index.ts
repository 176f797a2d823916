export {
  Catalog,
  COLUMN_TYPES,
  COLUMNS_MAX,
  type Column,
  type ColumnType,
  type Declaration,
  type DeclareFailure,
} from "./catalog.ts";
export type { Change, ChangeOf, CommonValues, Lane, LookupColumn, Position } from "./change.ts";
export {
  type ChangeFrame,
  type DecodeFailure,
  decodeChange,
  encodeChange,
  FRAME_KINDS,
  isRowsKind,
  type Unplaced,
} from "./change-codec.ts";
export { type Dialect, type JoinName, type TypedSql, VALUE_TYPES, type ValueType } from "./dialect.ts";
export { type ReachStore, STORE_CRASH_POINTS, type StoreCrashPoint } from "./duckdb/crash-points.ts";
export { ROW_GROUP_ROWS } from "./duckdb/engine.ts";
export { INSERT_ID_SQL, ROW_KEY_SQL } from "./duckdb/id-columns.ts";
export { BATCH_BYTES, DEFAULT_SETTINGS, type DuckdbSettings } from "./duckdb/settings.ts";
export { type DuckdbStoreOptions, openDuckdbStore } from "./duckdb/store.ts";
export { type ErasedBody, erasePersons } from "./erase-rows.ts";
export type { Lineage, NewEvent, PropertyValue, StoredEvent } from "./event.ts";
export { insertIdOf } from "./insert-id-of.ts";
export { meanRowBytes } from "./mean-row-bytes.ts";
export { PlainRow, SENT_IDS, type Span } from "./plain-row.ts";
export { restoreEvent } from "./restore-event.ts";
export { RowBytes } from "./row-bytes.ts";
export { type ShreddedRows, Shredder } from "./shred-rows.ts";
export type {
  Answer,
  ApplyFailure,
  ApplyOptions,
  CatalogEntry,
  CompactReport,
  DamageFailure,
  EventFilter,
  EventNameCount,
  EventPage,
  EventPlace,
  EventStore,
  LookupTable,
  PageOptions,
  PropertyNameCount,
  QueryFailure,
  Question,
  ScanOptions,
  SetAside,
  Settlement,
  SettlementLine,
  ValueCount,
  Window,
} from "./store.ts";
export { StoreBusy } from "./store-busy.ts";
