export {
  type Accept,
  type AcceptBody,
  type AcceptDeps,
  type AcceptFailure,
  type AcceptLines,
  createAccept,
  type FindColumns,
} from "./accept/accept.ts";
export { type CatalogFiles, openCatalogFiles } from "./accept/catalog-files.ts";
export { type Catalogs, createCatalogs } from "./accept/catalogs.ts";
export type { AcceptScope, Counts, Receipt, RecordBatch, RefusedRecord } from "./accept/receipt.ts";
export { untilTaken } from "./accept/until-taken.ts";
export {
  DROPS,
  type DropCode,
  REFUSALS,
  REPAIRS,
  type Refusal,
  type RefusalCode,
  type RepairCode,
} from "./codes.ts";
export { diagnosticsStore } from "./diagnostics/diagnostics-store.ts";
export { createRecorder, type Noted } from "./diagnostics/recorder.ts";
export { diagnosticsRoutes } from "./diagnostics/routes.ts";
export { createSampler, type Sampler } from "./diagnostics/sampler.ts";
export type { RecordLines } from "./direct/read-lines.ts";
export type { Draft, StepContext, StepOutcome, TextState } from "./draft.ts";
export { engageRoutes } from "./engage/routes.ts";
export type { EngageDeps } from "./engage/run-engage.ts";
export { createRateLimit } from "./import/rate-limit.ts";
export { importRoutes } from "./import/routes.ts";
export { createUnpacking } from "./import/unpacking.ts";
export { DEFAULT_LIMITS, type Limits } from "./limits.ts";
export { createLiveTail, type LiveSettings } from "./live/live-tail.ts";
export { liveRoutes } from "./live/routes.ts";
export { type LookupDoorDeps, lookupTableDoors } from "./lookup-tables/routes.ts";
export { check, emptyDraft } from "./pipeline.ts";
export { isPlaceholder } from "./placeholders.ts";
export { optionalSdkRoutes } from "./sdk/optional-routes.ts";
export type { SdkWire } from "./sdk/routes.ts";
export { createGathering } from "./track/gather.ts";
export { trackRoutes } from "./track/routes.ts";
export type { TrackDeps } from "./track/run-track.ts";
export { type Decoded, type DecodeFailure, decodeBody, notJson } from "./wire/decode-body.ts";
