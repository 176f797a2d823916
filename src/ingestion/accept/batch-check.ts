import { type CommonValues, PlainRow, type ShreddedRows, type Shredder } from "../../events/index.ts";
import type { Refusal, RepairCode } from "../codes.ts";
import { hideDropped } from "../diagnostics/hide-dropped.ts";
import { makeSample, type Sample, type Sampling } from "../diagnostics/sampler.ts";
import { certainlyFits, type EventRule, GovernedEvents } from "../direct/governed-events.ts";
import type { StepContext } from "../draft.ts";
import { check, emptyDraft } from "../pipeline.ts";
import { unlikeItsSchema } from "../steps/dictionary.ts";
import { notJson } from "../wire/decode-body.ts";
import type { Counts, RefusedRecord } from "./receipt.ts";
import { toEvent } from "./stored-properties.ts";
import { type CountedViolation, ViolationTally } from "./violation-tally.ts";

/** Nobody's insert id is longer; a mebibyte sent in its place need not be sent back. */
const INSERT_ID_SHOWN = 255;
const NOT_JSON: Refusal = { code: "not_json", field: "", message: "record must be JSON" };

export type CheckedBatch = {
  accepted: number;
  refused: RefusedRecord[];
  unread: number[];
  counts: Counts;
  rows: ShreddedRows;
  /** What all rows have besides. */
  common?: CommonValues | undefined;
  samples: readonly Sample[];
  violations: readonly CountedViolation[];
};

/**
 * The records of one batch on their way into rows, in their order. The shredder is shared by all batches of a project: from the first
 * record to `take` nobody may wait for anything.
 */
export class BatchCheck {
  readonly #shredder: Shredder;
  readonly #context: StepContext;
  readonly #refused: RefusedRecord[] = [];
  readonly #unread: number[] = [];
  readonly #counts: Counts = {};
  /** What was mended of a record so far: it counts once the record is taken. Its sample shows it as it came. */
  readonly #mended: { code: RepairCode; sample: Sample | undefined }[] = [];
  readonly #sampling: Sampling;
  readonly #samples: Sample[] = [];
  readonly #governed: GovernedEvents | undefined;
  readonly #violations: ViolationTally;
  #record: unknown;
  #index = 0;

  constructor(shredder: Shredder, context: Omit<StepContext, "repaired" | "violated">, sampling?: Sampling) {
    this.#shredder = shredder;
    this.#sampling = sampling;
    this.#governed = GovernedEvents.of(context.rules);
    const repaired = (code: RepairCode) => void this.#mended.push({ code, sample: this.#sampleOf(code) });
    this.#violations = new ViolationTally(sampling, context.rules);
    const violated: StepContext["violated"] = (event, violations) =>
      this.#violations.note(event, violations, this.#record);
    this.#context = { ...context, repaired, violated };
  }

  /** A record that has been checked where it stood, as far as the dictionary lets it through. */
  addPlain(row: PlainRow): void {
    const rule = this.#governed?.find(row);
    if (rule !== undefined) {
      this.#record = row;
      if (rule.isDropped) {
        this.#count("dropped_event", this.#sampleOf("dropped_event"));
        this.#index += 1;
        return;
      }
      if (!certainlyFits(rule, row) && this.#isRefused(rule, row)) return;
      if (rule.properties.size > 0) this.#leaveOut(rule.properties, row);
    }
    this.#index += 1;
    this.#shredder.addPlain(row);
  }

  /** Records that were checked where they were made into rows; the dictionary has nothing to say of any. */
  addReady(bytes: Uint8Array, start: number, end: number, count: number): void {
    this.#index += count;
    this.#shredder.addReady(bytes, start, end, count);
  }

  #leaveOut(properties: ReadonlySet<string>, row: PlainRow): void {
    for (let left = row.remove(properties); left > 0; left -= 1)
      this.#count("dropped_property", this.#sampleOf("dropped_property"));
  }

  /** Looks at a plain record as the object it would have been. */
  #isRefused({ conformance }: EventRule, row: PlainRow): boolean {
    const record = row.toObject() as { event: string; properties: Record<string, unknown> };
    this.#record = record;
    const refusal = unlikeItsSchema(record.event, record.properties, conformance, this.#context);
    this.#record = row;
    if (refusal === undefined) return false;
    this.#refuse(refusal, record);
    return true;
  }

  add(record: unknown, rowKey?: string): void {
    const draft = emptyDraft();
    this.#record = record;
    this.#mended.length = 0;
    const outcome = record === notJson ? { refusal: NOT_JSON } : check(record, draft, this.#context);
    if (outcome === undefined) {
      const event = toEvent(draft, this.#context);
      for (const { code, sample } of this.#mended) this.#count(code, sample);
      this.#shredder.add(event, rowKey);
    } else if ("drop" in outcome) {
      this.#count(outcome.drop, this.#sampleOf(outcome.drop));
    } else {
      this.#refuse(outcome.refusal, draft.record);
      return;
    }
    this.#index += 1;
  }

  /** A text that needs the parser: it goes back to where it came from. */
  leaveUnread(): void {
    this.#unread.push(this.#index);
    this.#index += 1;
  }

  #refuse(refusal: Refusal, record: Record<string, unknown>): void {
    this.#count(refusal.code, this.#sampleOf(refusal.code, refusal));
    this.#refused.push({ index: this.#index, insertId: insertIdOf(record), refusal });
    this.#index += 1;
  }

  take(): CheckedBatch {
    const refused = this.#refused;
    const unread = this.#unread;
    return {
      accepted: this.#index - refused.length - unread.length,
      refused,
      unread,
      counts: this.#counts,
      rows: this.#shredder.take(),
      samples: this.#samples,
      violations: this.#violations.take(),
    };
  }

  #count(code: keyof Counts, sample: Sample | undefined): void {
    this.#counts[code] = (this.#counts[code] ?? 0) + 1;
    if (sample !== undefined) this.#samples.push(sample);
  }

  /** Made at once: what becomes of the record afterwards takes things out of it. */
  #sampleOf(code: keyof Counts, refusal?: Refusal): Sample | undefined {
    if (!this.#sampling?.sampler.wants(this.#sampling.projectId, code)) return undefined;
    const record = this.#record instanceof PlainRow ? this.#record.toObject() : this.#record;
    return makeSample(code, hideDropped(record, this.#context.rules), refusal);
  }
}

/** As the record says it, so that its sender finds it again; whatever else it may be, it is shown as text. */
function insertIdOf({ properties }: Record<string, unknown>): string {
  if (typeof properties !== "object" || properties === null) return "";
  const given: unknown = Object.hasOwn(properties, "$insert_id")
    ? (properties as Record<string, unknown>).$insert_id
    : undefined;
  return typeof given === "string" || typeof given === "number"
    ? String(given).slice(0, INSERT_ID_SHOWN)
    : "";
}
