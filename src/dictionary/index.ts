export {
  createDictionaryRoom,
  type DictionaryRoom,
  type DictionaryRoomOptions,
} from "./create-dictionary-room.ts";
export type { FailedRow } from "./lookup-tables/check-table.ts";
export type { ReplaceFailure } from "./lookup-tables/replace-table.ts";
export type { DropRules, FindDropRules } from "./schemas/drop-rules.ts";
export { openSchemas, type Schemas, type SchemasOptions } from "./schemas/room.ts";
