export { plainArray, textArray } from "./array-text.ts";
export { type ChangeListener, listenForChanges } from "./listen-for-changes.ts";
export { type ControlDb, describeOpenFailure, type OpenFailure, openControlDb } from "./open-control-db.ts";
export {
  createStepList,
  firstConflict,
  readSchemaSteps,
  runSteps,
  type SchemaStep,
} from "./schema-steps.ts";
export type { ControlTables } from "./tables.ts";
