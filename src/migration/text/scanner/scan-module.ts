import { readFileSync } from "node:fs";

/** Where `scan.as` keeps what, in bytes, and how much of it. */
const PLACES = [
  ...([
    "PAGE",
    "PAGE_MAX",
    "OUT",
    "HEAD",
    "STARTS",
    "ENDS",
    "FIELDS_MAX",
    "SLOTS",
    "SLOTS_MAX",
    "END",
  ] as const),
  ...(["PROPERTY_NAMES", "PROPERTY_NAMES_MAX", "NAME_BYTES", "NAME_SLOT_LINE"] as const),
  ...(["ROWS", "ROW_BYTES", "ROW_PREFIX_MAX", "FIRSTS", "FIRSTS_MAX", "USED", "COLUMNS_MAX"] as const),
] as const;
type Places = Record<(typeof PLACES)[number], number>;

type Exports = {
  memory: WebAssembly.Memory;
  seed(multiplier: number): void;
  /** 1 for a field, 0 for a property. */
  learn(isField: number, nameBytes: number, known: number): number;
  turnTo(from: number, bytes: number): void;
  scan(start: number): number;
  writeRow(): number;
};

let compiled: WebAssembly.Module | undefined;

/** `scan.as` with memory of its own, 5 MB of it. The memory never grows, so that views of it last. */
export function startScanModule(): Exports & { places: Places } {
  compiled ??= new WebAssembly.Module(readFileSync(new URL("./scan.wasm", import.meta.url)));
  const { exports } = new WebAssembly.Instance(compiled);
  const places = Object.fromEntries(
    PLACES.map((name) => [name, (exports[name] as WebAssembly.Global).value]),
  );
  const { memory } = exports as Exports;
  if ((places.END ?? 0) > memory.buffer.byteLength)
    throw new RangeError("the scanner was given too little memory");
  return { ...(exports as Exports), places: places as Places };
}
