import { fail, ok, type Result } from "../../platform/result.ts";

/** SQL text and the values bound in it, in the order of their places. */
export type Statement = { sql: string; params: BoundValue[] };
export type BoundValue = string | number | boolean;

/**
 * Collects the values of a question while its text is made. A value that no part of the finished text uses is left out: engines refuse
 * values without a place.
 */
export class Bindings {
  readonly #values: BoundValue[] = [];
  readonly #marks = new Map<BoundValue, string>();

  /** A mark that stands for the value. No text of a user's gets into SQL otherwise, so nothing can look like one. */
  bind(value: BoundValue): string {
    const known = this.#marks.get(value);
    if (known !== undefined) return known;
    const mark = `«${this.#values.length}»`;
    this.#values.push(value);
    this.#marks.set(value, mark);
    return mark;
  }

  finish(text: string): Statement {
    const params: BoundValue[] = [];
    const places = new Map<string, string>();
    const sql = text.replace(/«(\d+)»/g, (mark, index) => {
      const known = places.get(mark);
      if (known !== undefined) return known;
      params.push(this.#values[Number(index)] ?? "");
      places.set(mark, `$${params.length}`);
      return `$${params.length}`;
    });
    return { sql, params };
  }
}

/** Past this an engine would take longer to read a statement than to answer it. */
const STATEMENT_CHARS_MAX = 400_000;

export type TooLongFailure = { code: "too_long"; charsMax: number };

/** Thrown here and caught in `compiled`, nowhere else: functions in functions can make a text that doubles with every level. */
class TooLong extends Error {}

export function checkLength(text: string): void {
  if (text.length > STATEMENT_CHARS_MAX) throw new TooLong();
}

/** What compiling gives, or that it would be too long. */
export function compiled<Made extends Statement>(compile: () => Made): Result<Made, TooLongFailure> {
  try {
    const made = compile();
    checkLength(made.sql);
    return ok(made);
  } catch (error) {
    if (error instanceof TooLong) return fail({ code: "too_long", charsMax: STATEMENT_CHARS_MAX });
    throw error;
  }
}
