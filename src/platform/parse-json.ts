import { randomBytes } from "node:crypto";
import { quoteNumbers } from "./quote-numbers.ts";
import { type RawJson, rawJson } from "./raw-json.ts";

/** A whole number of sixteen or more digits standing as a value: only then may reading it as a double lose digits. */
const LONG_NUMBER = /[:,[]\s*-?\d{16}/;

/** JSON as it was meant: whole numbers beyond 2^53 keep their digits (as raw JSON), keys such as `__proto__` are data. */
export function parseJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? parseKeepingDigits(text) : JSON.parse(text);
}

const DIGITS_SAFE = 15;

/**
 * Long whole numbers are quoted behind a mark, and put back as raw JSON after parsing. A reviver with source text access calls back
 * for every value: 3.4 s for 10 MB of small numbers, 0.4 s this way.
 */
function parseKeepingDigits(text: string): unknown {
  const mark = findMark(text);
  const quoted = quoteNumbers(text, (number) => (isWide(number) ? mark + number : undefined));
  return quoted === text ? JSON.parse(text) : putBack(JSON.parse(quoted), mark);
}

/** A double has no more digits before its point; what is longer is no number that can be kept. */
const DIGITS_MAX = 310;

const isWide = (number: string): boolean =>
  number.length > DIGITS_SAFE &&
  number.length <= DIGITS_MAX &&
  /^-?(?:0|[1-9]\d*)$/.test(number) &&
  !Number.isSafeInteger(Number(number));

/** A text that is nowhere in the body. Random, so that no sender can know it and make the search start again. */
function findMark(text: string): string {
  let mark = randomMark();
  while (text.includes(mark)) mark = randomMark();
  return mark;
}

const randomMark = (): string => `~${randomBytes(16).toString("hex")}:`;

/** Without recursion: a body may be nested deeper than the stack. */
function putBack(value: unknown, mark: string): unknown {
  const whole = { value };
  const waiting: Record<string, unknown>[] = [whole];
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
    for (const key of Object.keys(holder)) {
      const inner = holder[key];
      if (typeof inner === "object" && inner !== null) waiting.push(inner as Record<string, unknown>);
      else if (typeof inner === "string" && inner.startsWith(mark))
        replace(holder, key, rawJson(inner.slice(mark.length)));
    }
  }
  return whole.value;
}

/** Assigning to `__proto__` would set the prototype; here it is an own key like any other. */
function replace(holder: Record<string, unknown>, key: string, value: RawJson): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}
