/** Whole numbers beyond a double's reach are bigints: comparing a long id must not confuse it with its neighbour. */
export type Numeric = number | bigint;

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** A double has at most 309 digits before its point; reading longer ones exactly would only cost time. */
const DIGITS_MAX = 400;

/** The number a text says in decimal digits; undefined when it says none, or one past all doubles. */
export function readNumber(text: string): Numeric | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  if (WHOLE.test(text) && text.length <= DIGITS_MAX) return BigInt(text.replace(/^\+/, ""));
  return Number.isFinite(number) ? number : undefined;
}

/** -1, 0 or 1. The language compares a bigint with a double exactly, without turning one into the other. */
export const orderNumbers = (left: Numeric, right: Numeric): number =>
  left < right ? -1 : left > right ? 1 : 0;

/** What arithmetic gives: a double, and nothing where a double has no answer. Minus zero is zero. */
export const finite = (value: number): number | undefined => (Number.isFinite(value) ? value + 0 : undefined);

/** Half away from zero. */
export const roundHalfAway = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));
