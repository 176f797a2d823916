/** Four decimals: 33.3333. */
export const percentText = (part: number | undefined): string => String(Math.round((part ?? 0) * 1e6) / 1e4);

/** What may be missing of 100 percent because thirds have no end. */
const ROUNDING = 1e-4;

/**
 * Percents as parts of 1. One that nobody touched is what it was, to the last digit: another split would move people. What rounding
 * left over goes to the last one.
 */
export function partsOf(texts: readonly string[], before: readonly (number | undefined)[]): number[] {
  const parts = texts.map((text, place) => {
    const kept = before[place];
    return kept !== undefined && percentText(kept) === text ? kept : Math.round(Number(text) * 1e4) / 1e6;
  });
  if (parts.every((part, place) => part === before[place])) return parts;
  const missing = 1 - parts.reduce((sum, part) => sum + part, 0);
  const last = parts.length - 1;
  if (Math.abs(missing) >= ROUNDING) return parts;
  return parts.map((part, place) => (place === last ? Math.max(0, part + missing) : part));
}
