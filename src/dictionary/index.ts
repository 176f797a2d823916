export type { AuditLine, RecordAudit } from "./audit.ts";
export { EventChecks, type Violation, type ViolationKind } from "./conformance/event-checks.ts";
export {
  createDictionaryRoom,
  type DictionaryRoom,
  type DictionaryRoomOptions,
} from "./create-dictionary-room.ts";
export type { FailedRow } from "./lookup-tables/check-table.ts";
export { toLookupRows } from "./lookup-tables/column-types.ts";
export type { CompareFailure } from "./lookup-tables/compare-table.ts";
export type { CsvSource } from "./lookup-tables/read-csv.ts";
export type { ReplaceFailure } from "./lookup-tables/replace-table.ts";
export type { NameDictionary, NameMarks } from "./page/name-marks.ts";
export { openSchemas, type Schemas, type SchemasOptions } from "./schemas/room.ts";
export type { Conformance, DictionaryRules, FindRules } from "./schemas/rules.ts";
