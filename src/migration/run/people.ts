import { DEFAULT_LIMITS } from "../../ingestion/index.ts";
import type { UserState } from "../origin.ts";
import type { Person } from "../store/people-store.ts";
import { applyOperations } from "./user-operations.ts";

type Plain = Record<string, unknown>;
/** `text`: what stands for its properties, as long as nobody has read it. */
type Kept = Omit<Person, "properties"> & {
  properties: Plain;
  text: string | undefined;
  steps: { asOfMs: number; operations: Plain }[] | null;
};

/** What a slice says of persons: of each the latest state, and the steps taken since. */
export class People {
  readonly #people = new Map<string, Kept>();
  readonly #readText: (text: string) => Plain;

  constructor(readText: (text: string) => Plain = () => ({})) {
    this.#readText = readText;
  }

  /** A state that is still text: nearly all give way to a later one before anybody reads them. `text` is asked for when it counts. */
  addText(userId: string, asOfMs: number, createdMs: number | null, text: () => string): void {
    const known = this.#people.get(userId);
    if (known === undefined) {
      if (Buffer.byteLength(userId) > DEFAULT_LIMITS.idMaxBytes) return;
      this.#people.set(userId, { userId, asOfMs, createdMs, properties: {}, text: text(), steps: null });
      return;
    }
    known.createdMs = earliest(known.createdMs, createdMs);
    if (asOfMs < known.asOfMs) return;
    known.asOfMs = asOfMs;
    known.text = text();
    known.steps = null;
  }

  add({ userId, asOfMs, createdMs, properties, operations }: UserState): void {
    // Postgres takes no NUL in a text, and nobody is called so. Events of longer ids are refused.
    if (userId.includes("\0") || Buffer.byteLength(userId) > DEFAULT_LIMITS.idMaxBytes) return;
    const known = this.#people.get(userId);
    const created = earliest(known?.createdMs ?? null, createdMs);
    if (known !== undefined) known.createdMs = created;
    if (known !== undefined && asOfMs < known.asOfMs) return;
    if (operations === undefined) {
      this.#people.set(userId, {
        userId,
        asOfMs,
        createdMs: created,
        properties,
        text: undefined,
        steps: null,
      });
      return;
    }
    const base: Kept = known ?? {
      ...{ userId, asOfMs, createdMs: created },
      ...{ properties: {}, text: undefined, steps: [] },
    };
    this.#people.set(userId, base);
    base.asOfMs = asOfMs;
    if (base.steps === null) {
      base.properties = applyOperations({ ...this.#propertiesOf(base), ...properties }, operations);
      base.text = undefined;
    } else base.steps.push({ asOfMs, operations });
  }

  get size(): number {
    return this.#people.size;
  }

  /** Those whose steps follow on what is not known here. */
  unknownBefore(): string[] {
    return [...this.#people.values()].filter(({ steps }) => steps !== null).map(({ userId }) => userId);
  }

  /** `before`: what was known of them when the slice began. */
  settled(before: ReadonlyMap<string, Person>): Person[] {
    return [...this.#people.values()].map((kept) => {
      const { steps, text: _, ...rest } = kept;
      const person = { ...rest, properties: this.#propertiesOf(kept) };
      if (steps === null) return person;
      const known = before.get(person.userId);
      let properties = { ...known?.properties };
      for (const { asOfMs, operations } of steps) {
        if (asOfMs >= (known?.asOfMs ?? 0)) properties = applyOperations(properties, operations);
      }
      return { ...person, properties, asOfMs: Math.max(person.asOfMs, known?.asOfMs ?? 0) };
    });
  }

  #propertiesOf({ text, properties }: Kept): Plain {
    return text === undefined ? properties : this.#readText(text);
  }
}

const earliest = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);
