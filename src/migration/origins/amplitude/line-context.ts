import { QUOTE } from "../../../ingestion/index.ts";
import type { TextBuffer } from "../../text/text-buffer.ts";

import { KEPT, RENAMED } from "./context-properties.ts";
import { indexOf } from "./line-fields.ts";
import type { LineScanner } from "./line-scanner.ts";
import { countryTable, deviceTable, type Leading, platformTable } from "./line-values.ts";
import type { PropertyName } from "./property-slots.ts";

/** A property of ours that a field leads to. */
type Target = { name: PropertyName; opening: string };

type Named = Record<(typeof TARGETS)[number], Target>;

const MINUS = 45;
const [COUNTRY, PLATFORM, SESSION] = [indexOf("country"), indexOf("platform"), indexOf("session_id")];
const [VERSION, APP_VERSION] = [indexOf("version_name"), indexOf("app_version")];
const [OS_NAME, OS_VERSION] = [indexOf("os_name"), indexOf("os_version")];
const [MODEL, FAMILY] = [indexOf("device_model"), indexOf("device_family")];

/** What `contextProperties` finds in a line, from the places of its fields: names that the line's own properties have stay theirs. */
export class LineContext {
  readonly #scanner: LineScanner;
  readonly #countries = countryTable();
  readonly #platforms = platformTable();
  readonly #devices = deviceTable();
  readonly #plain: readonly { index: number; target: Target }[];
  readonly #named: Named;
  #written = 0;

  constructor(scanner: LineScanner) {
    this.#scanner = scanner;
    const targetOf = (name: string): Target => {
      const bytes = Buffer.from(name);
      const known = scanner.slots.name(bytes, 0, bytes.length);
      if (known === undefined) throw new Error("the table of names is too small for our own");
      return { name: known, opening: `,"${name}":` };
    };
    const plain = [...KEPT.map((name): readonly [string, string] => [name, name]), ...RENAMED];
    this.#plain = plain.map(([from, to]) => ({ index: indexOf(from), target: targetOf(to) }));
    this.#named = Object.fromEntries(TARGETS.map((name) => [name, targetOf(name)])) as Named;
  }

  /** How many properties it wrote; -1 when the line needs a closer look. */
  write(page: Buffer, into: TextBuffer): number {
    this.#written = 0;
    const { starts } = this.#scanner;
    for (const { index, target } of this.#plain)
      if ((starts[index] ?? -1) >= 0) this.#put(page, index, target, into);
    const named = this.#named;
    const isPlain = this.#session(page, into) && this.#country(page, into) && this.#device(page, into);
    const hasVersion = (starts[VERSION] ?? -1) >= 0;
    this.#put(page, hasVersion ? VERSION : APP_VERSION, named.$app_version_string, into);
    return isPlain ? this.#written : -1;
  }

  #put(page: Buffer, index: number, target: Target, into: TextBuffer): void {
    const start = this.#scanner.starts[index] ?? -1;
    const end = this.#scanner.ends[index] ?? -1;
    const isEmpty = start < 0 || (end - start === 2 && page[start] === QUOTE);
    if (isEmpty || this.#scanner.slots.has(target.name)) return;
    into.plain(target.opening);
    into.copy(page, start, end);
    this.#written += 1;
  }

  #putPrepared(value: string | undefined, target: Target, into: TextBuffer): void {
    if (value === undefined || this.#scanner.slots.has(target.name)) return;
    into.plain(target.opening);
    into.plain(value);
    this.#written += 1;
  }

  #session(page: Buffer, into: TextBuffer): boolean {
    const start = this.#scanner.starts[SESSION] ?? -1;
    if (start < 0) return true;
    const first = page[start];
    if (first !== MINUS && first !== QUOTE) {
      this.#put(page, SESSION, this.#named.session_id, into);
      return true;
    }
    // -1 is how it says that there was none.
    return (this.#scanner.ends[SESSION] ?? 0) - start === 2 && page[start + 1] === 49;
  }

  #country(page: Buffer, into: TextBuffer): boolean {
    const found = this.#leading(page, COUNTRY, this.#countries);
    if (found === null) return false;
    this.#put(page, COUNTRY, this.#named.country, into);
    this.#putPrepared(found?.to, this.#named.mp_country_code, into);
    return true;
  }

  #device(page: Buffer, into: TextBuffer): boolean {
    const named = this.#named;
    const platform = this.#leading(page, PLATFORM, this.#platforms);
    if (platform === null) return false;
    this.#putPrepared(platform?.to, named.mp_lib, into);
    if (!isWeb(platform)) {
      this.#put(page, OS_NAME, named.$os, into);
      this.#put(page, OS_VERSION, named.$os_version, into);
      this.#put(page, MODEL, named.$model, into);
      return true;
    }
    this.#put(page, OS_NAME, named.$browser, into);
    this.#put(page, OS_VERSION, named.$browser_version, into);
    const which = (this.#scanner.starts[MODEL] ?? -1) >= 0 ? MODEL : FAMILY;
    const device = this.#leading(page, which, this.#devices);
    if (device === null) return false;
    this.#put(page, which, device?.to === undefined ? named.$device : named.$os, into);
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

const isWeb = (platform: Leading | undefined): boolean => platform?.to === '"web"';
