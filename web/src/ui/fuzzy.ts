export type Named = { name: string; displayName?: string | undefined };

/**
 * How well a typed word fits a name; 0 when it does not. Whole beginnings come first, then beginnings of words, then anything
 * inside, then the letters in their order with gaps.
 */
export function fitOf(query: string, { name, displayName }: Named): number {
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return 1;
  return Math.max(fitText(wanted, name.toLowerCase()), fitText(wanted, displayName?.toLowerCase() ?? ""));
}

function fitText(wanted: string, text: string): number {
  if (text === "") return 0;
  if (text === wanted) return 100;
  const at = text.indexOf(wanted);
  // Among equals the shorter name is the one that is meant.
  const brevity = 1 - Math.min(text.length, 200) / 200;
  if (at === 0) return 80 + brevity;
  if (at > 0) return (/[\s_\-.:/$]/.test(text.charAt(at - 1)) ? 60 : 40) + brevity;
  return isSubsequence(wanted, text) ? 20 + brevity : 0;
}

function isSubsequence(wanted: string, text: string): boolean {
  let from = 0;
  for (const letter of wanted) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  return true;
}

/** The names that fit, best first, in their given order among equals. */
export function fittingNames<Item extends Named>(items: readonly Item[], query: string): Item[] {
  if (query.trim() === "") return [...items];
  return items
    .map((item) => ({ item, fit: fitOf(query, item) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit)
    .map(({ item }) => item);
}
