export {
  DROPS,
  type DropCode,
  REFUSALS,
  REPAIRS,
  type Refusal,
  type RefusalCode,
  type RepairCode,
} from "./codes.ts";
export type { Draft, StepContext, StepOutcome, TextState } from "./draft.ts";
export { DEFAULT_LIMITS, type Limits } from "./limits.ts";
export { check, emptyDraft } from "./pipeline.ts";
export { type Decoded, type DecodeFailure, decodeBody, notJson } from "./wire/decode-body.ts";
