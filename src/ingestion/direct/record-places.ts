const NUMBERS_INITIAL = 64 * 1024;
/** The numbers that a record begins with: where it ends, how many properties it has, and the places of its envelope. */
const HEAD = 14;
const PER_PROPERTY = 3;
/** Of a record whose places nobody knows. */
const UNKNOWN = -1;
/** Of records that are rows already, one behind another: how many stands behind it. */
const READY = -2;
const READY_COUNT = 2;

/** Where the places of a record's name, time and ids are noted: texts without their quotes and without escapes. */
export const PLACE = { event: 2, time: 4, distinctId: 6, userId: 8, deviceId: 10, insertId: 12 } as const;

/**
 * Where in a batch's text the values of its records stand, noted by whoever wrote it: then nobody has to look for them again. Every
 * value is one that the readers of this room would have found: a text, a number or a boolean that need no care, or something else,
 * which begins like none of these. No name comes twice in a record, and none is among what the batch says once.
 */
export class RecordPlaces {
  /** Names of properties by their number, each with a quote behind it. */
  readonly names: readonly Uint8Array[];
  numbers: Int32Array<ArrayBuffer>;
  #end = 0;
  #record = 0;
  /** Where the last of these is, as long as nothing came behind it. */
  #ready = -1;

  /** `numbers`: those of another thread, or what is to be written over. */
  constructor(names: readonly Uint8Array[], numbers = new Int32Array(NUMBERS_INITIAL)) {
    this.names = names;
    this.numbers = numbers;
  }

  /** A record begins. Of one that was not finished nothing stays. */
  begin(propertiesMax: number): void {
    this.#end = this.#record;
    this.#reserve(HEAD + propertiesMax * PER_PROPERTY);
    // The others are marked in every record.
    this.numbers[this.#end + PLACE.userId] = -1;
    this.numbers[this.#end + PLACE.deviceId] = -1;
    this.#end += HEAD;
  }

  mark(place: number, start: number, end: number): void {
    this.numbers[this.#record + place] = start;
    this.numbers[this.#record + place + 1] = end;
  }

  add(name: number, start: number, end: number): void {
    const { numbers } = this;
    const at = this.#end;
    numbers[at] = name;
    numbers[at + 1] = start;
    numbers[at + 2] = end;
    this.#end = at + PER_PROPERTY;
  }

  /** `end` is at the record's newline. */
  finish(end: number): void {
    this.numbers[this.#record] = end;
    this.numbers[this.#record + 1] = (this.#end - this.#record - HEAD) / PER_PROPERTY;
    this.#record = this.#end;
    this.#ready = -1;
  }

  /** A record whose places are not known has to be read. */
  finishUnknown(end: number): void {
    this.begin(0);
    this.numbers[this.#record] = end;
    this.numbers[this.#record + 1] = UNKNOWN;
    this.#record = this.#end;
    this.#ready = -1;
  }

  /** A record that is a row already. */
  finishReady(end: number): void {
    if (this.#ready < 0) {
      this.begin(0);
      this.#ready = this.#record;
      this.numbers[this.#ready + 1] = READY;
      this.numbers[this.#ready + READY_COUNT] = 0;
      this.#record = this.#end;
    }
    this.numbers[this.#ready] = end;
    this.numbers[this.#ready + READY_COUNT] = (this.numbers[this.#ready + READY_COUNT] ?? 0) + 1;
  }

  #reserve(count: number): void {
    if (this.#end + count <= this.numbers.length) return;
    const larger = new Int32Array(Math.max(this.numbers.length * 2, this.#end + count));
    larger.set(this.numbers.subarray(0, this.#end));
    this.numbers = larger;
  }
}

/** Goes from record to record. */
export class PlaceReader {
  readonly places: RecordPlaces;
  #record = 0;

  constructor(places: RecordPlaces) {
    this.places = places;
  }

  /** Where the record's numbers begin. */
  get head(): number {
    return this.#record;
  }

  get properties(): number {
    return this.#record + HEAD;
  }

  get count(): number {
    return this.places.numbers[this.#record + 1] ?? UNKNOWN;
  }

  get isKnown(): boolean {
    return this.count >= 0;
  }

  /** How many rows there are up to `recordEnd`; 0 where it is no row. */
  get readyRows(): number {
    return this.count === READY ? (this.places.numbers[this.#record + READY_COUNT] ?? 0) : 0;
  }

  get recordEnd(): number {
    return this.places.numbers[this.#record] ?? 0;
  }

  next(): void {
    this.#record += HEAD + Math.max(0, this.count) * PER_PROPERTY;
  }
}
