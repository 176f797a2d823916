import { readTime } from "./translate.ts";

const ZERO = 48;
const POINT = 46;
const BLANK = 32;
const LETTER_T = 84;
const DATE_BYTES = 10;
const DAY_MS = 86_400_000;

/** Reads `2026-01-31 07:05:09.123456`, which is UTC, by its digits. Most times are of the same day as the one before. */
export class LineTime {
  readonly #date = new Uint8Array(DATE_BYTES);
  #dateMs = Number.NaN;

  /** NaN for whatever is not written so, or is no moment. */
  read(bytes: Uint8Array, start: number, end: number): number {
    const clock = start + DATE_BYTES + 1;
    const between = bytes[clock - 1];
    if (end - start < 19 || (between !== BLANK && between !== LETTER_T)) return Number.NaN;
    if (bytes[clock + 2] !== 58 || bytes[clock + 5] !== 58) return Number.NaN;
    const hour = twoDigits(bytes, clock);
    const minute = twoDigits(bytes, clock + 3);
    const second = twoDigits(bytes, clock + 6);
    if (!(hour < 24 && minute < 60 && second < 60)) return Number.NaN;
    const fraction = end === clock + 8 ? 0 : readFraction(bytes, clock + 8, end);
    return this.#readDate(bytes, start) + ((hour * 60 + minute) * 60 + second) * 1000 + fraction;
  }

  #readDate(bytes: Uint8Array, start: number): number {
    const known = this.#date;
    for (let i = 0; i < DATE_BYTES; i += 1) {
      if (known[i] !== bytes[start + i]) return this.#learn(bytes, start);
    }
    return this.#dateMs;
  }

  #learn(bytes: Uint8Array, start: number): number {
    for (let i = 0; i < DATE_BYTES; i += 1) this.#date[i] = bytes[start + i] ?? 0;
    const ms = readTime(`${Buffer.from(this.#date).toString("latin1")} 00:00:00`) ?? Number.NaN;
    this.#dateMs = ms >= DAY_MS ? ms : Number.NaN;
    return this.#dateMs;
  }
}

/** NaN unless both are digits. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const [high, low] = [digitAt(bytes, at), digitAt(bytes, at + 1)];
  return high * 10 + low;
}

function digitAt(bytes: Uint8Array, at: number): number {
  const digit = (bytes[at] ?? 0) - ZERO;
  return digit >= 0 && digit <= 9 ? digit : Number.NaN;
}

/** Milliseconds; what is finer is cut off. */
function readFraction(bytes: Uint8Array, point: number, end: number): number {
  if (bytes[point] !== POINT || end === point + 1) return Number.NaN;
  let ms = 0;
  let worth = 100;
  for (let at = point + 1; at < end; at += 1) {
    ms += digitAt(bytes, at) * worth;
    worth = worth === 100 ? 10 : worth === 10 ? 1 : 0;
  }
  return ms;
}
