import { QUOTE } from "../../ingestion/text.ts";

const BACKSLASH = 92;
/** What is longer differs soon anyway, and every row would have it when it is loaded. */
const TEXT_BYTES_MAX = 255;

/** A property that all records of a batch may have alike. */
export type CommonText = {
  readonly name: string;
  /** Its value in the batch so far, as JSON. */
  text: Buffer | undefined;
  /** The line it was last said in. */
  saidIn: number;
  /** It has had two values within a batch: from then on each record says its own. */
  varies: boolean;
};

/**
 * What the records of a batch have in common is said once for all of them: platform, language, version of the app. The first record
 * decides what that is. One that differs begins the next batch, in which what differed is no longer common, so there are at most as
 * many short batches as there are such properties.
 */
export class CommonTexts {
  readonly #all = new Map<string, CommonText>();
  #common: CommonText[] = [];
  #isOpen = false;
  #line = 0;
  #said = 0;
  #differs = false;

  of(name: string): CommonText {
    const known = this.#all.get(name) ?? { name, text: undefined, saidIn: 0, varies: false };
    this.#all.set(name, known);
    return known;
  }

  /** The next record is the first of a batch. */
  beginBatch(): void {
    for (const common of this.#common) common.text = undefined;
    this.#common = [];
    this.#isOpen = true;
  }

  /** The first record of a batch says all itself, so the others have nothing in common with it. */
  beginWithout(): void {
    this.beginBatch();
    this.#isOpen = false;
  }

  beginLine(): void {
    this.#line += 1;
    this.#said = 0;
    this.#differs = false;
  }

  /** Whether the batch says this value for the record; else the record has to. */
  says(common: CommonText, source: Buffer, start: number, end: number): boolean {
    if (common.varies) return false;
    const { text } = common;
    if (text === undefined) return this.#isOpen && this.#learn(common, source, start, end);
    common.saidIn = this.#line;
    this.#said += 1;
    if (!isSame(text, source, start, end)) {
      common.varies = true;
      this.#differs = true;
    }
    return true;
  }

  #learn(common: CommonText, source: Buffer, start: number, end: number): boolean {
    const text = source.subarray(start, end);
    if (text[0] !== QUOTE || text.length > TEXT_BYTES_MAX || text.includes(BACKSLASH)) return false;
    common.text = Buffer.from(text);
    common.saidIn = this.#line;
    this.#said += 1;
    this.#common.push(common);
    return true;
  }

  /** Behind a record: false when it does not belong into this batch. */
  endLine(): boolean {
    this.#isOpen = false;
    if (this.#said === this.#common.length) return !this.#differs;
    for (const common of this.#common) if (common.saidIn !== this.#line) common.varies = true;
    return false;
  }

  /** Takes out of a record what the batch says. False when it says otherwise. */
  takeOut(properties: Record<string, unknown>): boolean {
    for (const common of this.#common) {
      if (properties[common.name] !== plainOf(common)) common.varies = true;
    }
    if (this.#common.some(({ varies }) => varies)) return false;
    for (const { name } of this.#common) delete properties[name];
    return true;
  }

  /** Undefined when it says nothing. */
  values(): Record<string, string> | undefined {
    if (this.#common.length === 0) return undefined;
    return Object.fromEntries(this.#common.map((common) => [common.name, plainOf(common)]));
  }
}

const plainOf = ({ text }: CommonText): string => text?.toString("utf8", 1, text.length - 1) ?? "";

function isSame(text: Buffer, source: Buffer, start: number, end: number): boolean {
  const { length } = text;
  if (end - start !== length) return false;
  for (let i = 0; i < length; i += 1) if (text[i] !== source[start + i]) return false;
  return true;
}
