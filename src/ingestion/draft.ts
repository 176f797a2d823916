import type { DictionaryRules, Violation } from "../dictionary/index.ts";
import type { DropCode, Refusal, RepairCode } from "./codes.ts";
import type { Limits } from "./limits.ts";

/** A record on its way through the checks: what it says, as far as it is understood. */
export type Draft = {
  record: Record<string, unknown>;
  event: string;
  properties: Record<string, unknown>;
  /** When it happened, in milliseconds; may have been mended. */
  timeMs: number;
  /** The time the record itself gave, for the key of duplicates; undefined when it gave none that could be read. */
  sentTimeMs: number | undefined;
  /** As the record itself says, never by way of a link: user id, else `$device:` + device id, else the distinct id sent. */
  distinctId: string;
  deviceId: string | undefined;
  userId: string | undefined;
  /** As sent. Undefined when there was none or it was replaced: such a record never matches another. */
  insertId: string | undefined;
};

/**
 * What is known of a body's text: `sound`, nobody need look; `escaped`, half a character may hide behind an escape; `broken`, it held
 * bytes that are no text, which stand as U+FFFD now.
 */
export type TextState = "sound" | "escaped" | "broken";

export const isSound = (text: string, state: TextState): boolean =>
  state === "sound" || (text.isWellFormed() && (state !== "broken" || !text.includes("\uFFFD")));

export type StepContext = {
  strict: boolean;
  nowMs: number;
  limits: Limits;
  text: TextState;
  /** Stands for whoever has no id at all, where the client asked for that. */
  anonymousId?: string | undefined;
  /** Whether the whole body is smaller than one event may be. */
  sizeIsSound: boolean;
  /** What the project's dictionary leaves out, and what it declares. */
  rules?: DictionaryRules | undefined;
  repaired(code: RepairCode): void;
  /** The record is not as its event is declared. */
  violated(event: string, violations: readonly Violation[]): void;
};

/** What a step says of a draft: go on, refuse the record, or take it and store nothing. */
export type StepOutcome = { refusal: Refusal } | { drop: DropCode } | undefined;

export type Step = { name: string; run(draft: Draft, context: StepContext): StepOutcome };

export const refuse = (code: Refusal["code"], field: string, message: string): { refusal: Refusal } => ({
  refusal: { code, field, message },
});
