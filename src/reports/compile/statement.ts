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
