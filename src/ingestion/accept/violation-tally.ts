import type { DictionaryRules, Violation } from "../../dictionary/index.ts";
import { hideDropped } from "../diagnostics/hide-dropped.ts";
import { makeSample, type Sample, type Sampling, storable } from "../diagnostics/sampler.ts";

/** How often one thing about an event was not as declared, with a few records that show it. */
export type CountedViolation = {
  event: string;
  /** Empty for those that were too many to tell apart. */
  property: string;
  kind: Violation["kind"];
  message: string;
  count: number;
  /** Whether these records were refused for it. */
  refused: boolean;
  samples: Pick<Sample, "record" | "ids">[];
};

/** A client may make up a new name for each property of each record; so many are told apart in one batch. */
const LINES_MAX = 1000;
const SAMPLES_MAX = 100;
const NAME_MAX = 255;

/** Violations of one batch. */
export class ViolationTally {
  readonly #lines = new Map<string, CountedViolation>();
  readonly #sampling: Sampling;
  readonly #rules: DictionaryRules | undefined;
  #samples = 0;

  constructor(sampling: Sampling, rules: DictionaryRules | undefined) {
    this.#sampling = sampling;
    this.#rules = rules;
  }

  note(event: string, violations: readonly Violation[], record: unknown): void {
    let sample: Sample | undefined;
    for (const violation of violations) {
      const line = this.#lineOf(event, violation);
      line.count += 1;
      if (!this.#wantsSample(line)) continue;
      this.#samples += 1;
      sample ??= makeSample("schema_violation", hideDropped(record, this.#rules));
      line.samples.push(sample);
    }
  }

  take(): CountedViolation[] {
    return [...this.#lines.values()];
  }

  #wantsSample({ event, property, kind }: CountedViolation): boolean {
    if (this.#sampling === undefined || this.#samples >= SAMPLES_MAX) return false;
    const { sampler, projectId } = this.#sampling;
    return sampler.wants(projectId, `violation ${keyOf(event, property, kind)}`);
  }

  #lineOf(event: string, { property, kind, message }: Violation): CountedViolation {
    const known = this.#lines.get(keyOf(event, property, kind));
    if (known !== undefined) return known;
    const name = this.#lines.size < LINES_MAX ? property : "";
    const key = keyOf(event, name, kind);
    const line = this.#lines.get(key) ?? {
      event: storable(event, NAME_MAX),
      property: storable(name, NAME_MAX),
      kind,
      message,
      count: 0,
      refused: this.#rules?.conformance.get(event)?.rejects ?? false,
      samples: [],
    };
    this.#lines.set(key, line);
    return line;
  }
}

/** The length says where the event's name ends: it may hold whatever could stand between it and the next. */
const keyOf = (event: string, property: string, kind: string): string =>
  `${kind} ${event.length} ${event}${property}`;
