export { type ControlDb, describeOpenFailure, type OpenFailure, openControlDb } from "./open-control-db.ts";
export type { ControlTables } from "./tables.ts";
