export type Bindable = string | number | boolean;

/** Collects the values of a question while its text is made: values are bound, never part of the text. */
export class Binder {
  readonly params: Bindable[] = [];
  readonly #places = new Map<Bindable, string>();

  bind(value: Bindable): string {
    const known = this.#places.get(value);
    if (known !== undefined) return known;
    this.params.push(value);
    const place = `$${this.params.length}`;
    this.#places.set(value, place);
    return place;
  }
}
