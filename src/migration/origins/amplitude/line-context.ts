import { QUOTE, RecordPlaces } from "../../../ingestion/text.ts";
import type { CommonText, CommonTexts } from "../../text/common-texts.ts";
import type { RowWriter } from "../../text/row-writer.ts";
import { TextBuffer } from "../../text/text-buffer.ts";
import { KEPT, RENAMED } from "./context-properties.ts";
import { indexOf } from "./line-fields.ts";
import type { LineScanner } from "./line-scanner.ts";
import { countryTable, deviceTable, type Leading, platformTable } from "./line-values.ts";

/** A property of ours that a field leads to. */
type Target = { name: number; opening: string; common: CommonText | undefined };

type Named = Record<(typeof TARGETS)[number], Target>;

const MINUS = 45;
const [COUNTRY, PLATFORM, SESSION] = [indexOf("country"), indexOf("platform"), indexOf("session_id")];
const [VERSION, APP_VERSION] = [indexOf("version_name"), indexOf("app_version")];
const [OS_NAME, OS_VERSION] = [indexOf("os_name"), indexOf("os_version")];
const [MODEL, FAMILY] = [indexOf("device_model"), indexOf("device_family")];

/** Differ from event to event, or are not stored under a column of their own. */
const OWN = new Set(["event_id", "amplitude_id", "session_id", "$city", "$latitude", "$longitude", "ip"]);

/** What `contextProperties` finds in a line, from the places of its fields: names that the line's own properties have stay theirs. */
export class LineContext {
  readonly #scanner: LineScanner;
  readonly #common: CommonTexts;
  readonly #countries = countryTable();
  readonly #platforms = platformTable();
  readonly #devices = deviceTable();
  readonly #plain: readonly { index: number; target: Target }[];
  readonly #named: Named;
  #text = new TextBuffer();
  #places = new RecordPlaces([]);
  /** In place of both. */
  #rows: RowWriter | undefined;
  #isRow = true;
  #written = 0;

  constructor(scanner: LineScanner, texts: CommonTexts) {
    this.#scanner = scanner;
    this.#common = texts;
    const targetOf = (name: string): Target => {
      const common = OWN.has(name) ? undefined : texts.of(name);
      return { name: scanner.numberOf(name), opening: `,"${name}":`, common };
    };
    const plain = [...KEPT.map((name): readonly [string, string] => [name, name]), ...RENAMED];
    this.#plain = plain.map(([from, to]) => ({ index: indexOf(from), target: targetOf(to) }));
    this.#named = Object.fromEntries(TARGETS.map((name) => [name, targetOf(name)])) as Named;
  }

  /** How many properties it wrote or left to what is said for all; -1 when the line needs a closer look. */
  write(page: Buffer, text: TextBuffer, places: RecordPlaces): number {
    this.#rows = undefined;
    this.#places = places;
    return this.#write(page, text);
  }

  /** The same into a row; -1 also when one of them needs the door's checks. */
  writeRow(page: Buffer, text: TextBuffer, rows: RowWriter): number {
    this.#rows = rows;
    this.#isRow = true;
    const written = this.#write(page, text);
    return this.#isRow ? written : -1;
  }

  #write(page: Buffer, text: TextBuffer): number {
    this.#written = 0;
    this.#text = text;
    const { starts } = this.#scanner;
    for (const { index, target } of this.#plain)
      if ((starts[index] ?? -1) >= 0) this.#put(page, index, target);
    const named = this.#named;
    const isPlain = this.#session(page) && this.#country(page) && this.#device(page);
    const hasVersion = (starts[VERSION] ?? -1) >= 0;
    this.#put(page, hasVersion ? VERSION : APP_VERSION, named.$app_version_string);
    return isPlain ? this.#written : -1;
  }

  #put(page: Buffer, index: number, target: Target): void {
    const start = this.#scanner.starts[index] ?? -1;
    const end = this.#scanner.ends[index] ?? -1;
    const isEmpty = start < 0 || (end - start === 2 && page[start] === QUOTE);
    if (!isEmpty) this.#putText(page, start, end, target);
  }

  #putText(source: Buffer, start: number, end: number, { name, opening, common }: Target) {
    if (this.#scanner.has(name)) return;
    this.#written += 1;
    if (common !== undefined && this.#common.says(common, source, start, end)) return;
    const text = this.#text;
    if (this.#rows !== undefined) {
      if (!this.#rows.put(text, name, source, start, end)) this.#isRow = false;
      return;
    }
    text.plain(opening);
    const at = text.end;
    text.copy(source, start, end);
    this.#places.add(name, at, text.end);
  }

  #session(page: Buffer): boolean {
    const start = this.#scanner.starts[SESSION] ?? -1;
    if (start < 0) return true;
    const first = page[start];
    if (first !== MINUS && first !== QUOTE) {
      this.#put(page, SESSION, this.#named.session_id);
      return true;
    }
    // -1 is how it says that there was none.
    return (this.#scanner.ends[SESSION] ?? 0) - start === 2 && page[start + 1] === 49;
  }

  #country(page: Buffer): boolean {
    const found = this.#leading(page, COUNTRY, this.#countries);
    if (found === null) return false;
    this.#put(page, COUNTRY, this.#named.country);
    if (found?.to !== undefined) this.#putText(found.to, 0, found.to.length, this.#named.mp_country_code);
    return true;
  }

  #device(page: Buffer): boolean {
    const named = this.#named;
    const platform = this.#leading(page, PLATFORM, this.#platforms);
    if (platform === null) return false;
    if (platform?.to !== undefined) this.#putText(platform.to, 0, platform.to.length, named.mp_lib);
    if (platform?.isWeb !== true) {
      this.#put(page, OS_NAME, named.$os);
      this.#put(page, OS_VERSION, named.$os_version);
      this.#put(page, MODEL, named.$model);
      return true;
    }
    this.#put(page, OS_NAME, named.$browser);
    this.#put(page, OS_VERSION, named.$browser_version);
    const which = (this.#scanner.starts[MODEL] ?? -1) >= 0 ? MODEL : FAMILY;
    const device = this.#leading(page, which, this.#devices);
    if (device === null) return false;
    this.#put(page, which, device?.to === undefined ? named.$device : named.$os);
    return true;
  }

  /** Undefined for a field that is not there; null for one that is no plain text, or not one of few. */
  #leading(page: Buffer, index: number, table: ReturnType<typeof countryTable>): Leading | undefined | null {
    const start = this.#scanner.starts[index] ?? -1;
    if (start < 0) return undefined;
    if (page[start] !== QUOTE) return null;
    const found = table.find(page, start + 1, (this.#scanner.ends[index] ?? 0) - 1);
    return found === undefined || found.isOdd ? null : found;
  }
}

const TARGETS = [
  ...(["session_id", "country", "mp_country_code", "$app_version_string", "mp_lib"] as const),
  ...(["$os", "$os_version", "$model", "$browser", "$browser_version", "$device"] as const),
] as const;
