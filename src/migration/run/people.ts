import { DEFAULT_LIMITS } from "../../ingestion/text.ts";
import { parseJson } from "../../platform/parse-json.ts";
import type { SaysOfUser, UserState } from "../origin.ts";
import type { Person, PersonText } from "../store/people-store.ts";
import { ByteTable } from "../text/byte-table.ts";
import { TextBuffer } from "../text/text-buffer.ts";
import { type TextSlot, TextSlots } from "../text/text-slots.ts";
import { jsonText } from "./json-text.ts";
import { applyOperations } from "./user-operations.ts";

type Plain = Record<string, unknown>;
/** `text`: what stands for its properties, as long as nobody has read it. */
type Kept = Omit<Person, "userId"> & {
  /** The user's id. */
  bytes: Buffer;
  /** Of the state in `properties` or `text`. */
  baseMs: number;
  text: TextSlot | undefined;
  /** Taken since, in the order of their times. */
  steps: Step[];
};
type Step = { asOfMs: number; properties: Plain; operations: Plain };
/** Steps as JSON: numbers that keep their digits do not go from thread to thread otherwise. */
type Open = Omit<Person, "properties"> & { steps: { asOfMs: number; operations: string }[] };

/** What a slice said of persons. `open`: those whose steps follow on what is known from slices before. */
export type Gathered = { settled: PersonText[]; open: Open[] };

/** Persons that are told of at a time, and how much of them. */
const PAGE = 500;
const PAGE_CHARACTERS = 1024 * 1024;
const STEP_CHARACTERS = 256;
/** More steps than these on a state that is known are taken at once: a state that comes later and is older than they are is passed over. */
const STEPS_MAX = 100;

export function addTo({ settled, open }: Gathered, more: Gathered): void {
  settled.push(...more.settled);
  open.push(...more.open);
}

/** Before anything is known of somebody. */
const NEVER = Number.NEGATIVE_INFINITY;

/** What a slice says of persons: of each the latest state, and the steps taken since. */
export class People {
  readonly #people = new ByteTable<Kept>(
    (bytes) => ({
      ...{ bytes, asOfMs: NEVER, baseMs: NEVER, createdMs: null },
      ...{ properties: {}, text: undefined, steps: [] },
    }),
    Number.POSITIVE_INFINITY,
  );
  readonly #slots = new TextSlots();
  readonly #written = new TextBuffer();
  readonly #readText: (text: Buffer) => Plain;

  constructor(readText: (text: Buffer) => Plain = () => ({})) {
    this.#readText = readText;
  }

  /** A state that is still text: nearly all give way to a later one before anybody reads them. The page is UTF-8. */
  addText(page: Buffer, { userStart, userEnd, timeMs, createdMs, writeUser }: SaysOfUser): void {
    if (userEnd - userStart > DEFAULT_LIMITS.idMaxBytes) return;
    const kept = this.#find(page, userStart, userEnd);
    kept.createdMs = earliest(kept.createdMs, createdMs);
    if (!isNextBase(kept, timeMs)) return;
    const written = this.#written;
    written.end = 0;
    writeUser(written);
    kept.text ??= this.#slots.empty();
    this.#slots.write(kept.text, written.bytes, written.end);
  }

  add({ userId, asOfMs, createdMs, properties, operations }: UserState): void {
    const id = Buffer.from(userId);
    // Postgres takes no NUL in a text, and nobody is called so. Events of longer ids are refused.
    if (id.includes(0) || id.length > DEFAULT_LIMITS.idMaxBytes) return;
    const kept = this.#find(id, 0, id.length);
    kept.createdMs = earliest(kept.createdMs, createdMs);
    if (operations !== undefined) this.#addStep(kept, { asOfMs, properties, operations });
    else if (isNextBase(kept, asOfMs)) {
      kept.properties = properties;
      kept.text = undefined;
    }
  }

  /** Lines come in no order: a step may be met before the state that it goes on from. */
  #addStep(kept: Kept, step: Step): void {
    const { steps } = kept;
    if (step.asOfMs < kept.baseMs) return;
    kept.asOfMs = Math.max(kept.asOfMs, step.asOfMs);
    const after = steps.findLastIndex(({ asOfMs }) => asOfMs <= step.asOfMs) + 1;
    steps.splice(after, 0, step);
    if (kept.baseMs === NEVER || steps.length < STEPS_MAX) return;
    kept.properties = this.#propertiesOf(kept);
    kept.baseMs = kept.asOfMs;
    kept.text = undefined;
    kept.steps = [];
  }

  #find(bytes: Buffer, start: number, end: number): Kept {
    const kept = this.#people.find(bytes, start, end);
    if (kept === undefined) throw new Error("there is no end to the persons of a slice");
    return kept;
  }

  gathered(): Gathered {
    const gathered: Gathered = { settled: [], open: [] };
    for (const page of this.pages()) addTo(gathered, page);
    return gathered;
  }

  /** The same some at a time: 200,000 persons at once were a message of 452 MB. */
  *pages(): Generator<Gathered> {
    let page: Gathered = { settled: [], open: [] };
    let characters = 0;
    for (const kept of this.#people.all()) {
      characters += this.#gather(kept, page);
      if (page.settled.length + page.open.length < PAGE && characters < PAGE_CHARACTERS) continue;
      yield page;
      page = { settled: [], open: [] };
      characters = 0;
    }
    if (page.settled.length + page.open.length > 0) yield page;
  }

  /** Answers how long it is, about. */
  #gather(kept: Kept, { settled, open }: Gathered): number {
    const { bytes, asOfMs, createdMs } = kept;
    const userId = bytes.toString();
    if (kept.baseMs === NEVER) {
      const steps = kept.steps.map((step) => ({
        asOfMs: step.asOfMs,
        operations: jsonText(step.operations),
      }));
      open.push({ userId, asOfMs, createdMs, steps });
      return steps.length * STEP_CHARACTERS;
    }
    const properties = JSON.stringify(this.#propertiesOf(kept));
    settled.push({ userId, asOfMs, createdMs, properties });
    return properties.length;
  }

  #propertiesOf({ text, properties, steps }: Kept): Plain {
    let state = text === undefined ? properties : this.#readText(text.chunk.subarray(text.start, text.end));
    for (const step of steps) state = applyOperations({ ...state, ...step.properties }, step.operations);
    return state;
  }
}

/** Whether a state is not older than the one before; then it stands for all that was done until then. */
function isNextBase(kept: Kept, asOfMs: number): boolean {
  if (asOfMs < kept.baseMs) return false;
  kept.baseMs = asOfMs;
  if (asOfMs > kept.asOfMs) kept.asOfMs = asOfMs;
  if (kept.steps.length > 0) kept.steps = kept.steps.filter((step) => step.asOfMs > asOfMs);
  return true;
}

/** `before`: what was known of them when the slice began. */
export const settle = (open: readonly Open[], before: ReadonlyMap<string, Person>): PersonText[] =>
  open.map(({ userId, asOfMs, createdMs, steps }) => {
    const known = before.get(userId);
    let properties = { ...known?.properties };
    for (const step of steps) {
      if (step.asOfMs < (known?.asOfMs ?? 0)) continue;
      properties = applyOperations(properties, parseJson(step.operations) as Plain);
    }
    const latestMs = Math.max(asOfMs, known?.asOfMs ?? 0);
    return { userId, asOfMs: latestMs, createdMs, properties: JSON.stringify(properties) };
  });

const earliest = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);
