export type DiffLine = { kind: "same" | "added" | "removed"; text: string };

/** Past this the table of the search would grow too large; then everything old is removed and everything new added. */
const CELLS_MAX = 4_000_000;

/** What became of a text, line by line, with as few changes as possible. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = before === "" ? [] : before.split("\n");
  const now = after === "" ? [] : after.split("\n");
  if (old.length * now.length > CELLS_MAX) {
    return [
      ...old.map((text): DiffLine => ({ kind: "removed", text })),
      ...now.map((text): DiffLine => ({ kind: "added", text })),
    ];
  }
  return walk(old, now, commonLengths(old, now));
}

/** For each pair of places, how many lines the rests from there have in common. */
function commonLengths(old: readonly string[], now: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = table[i] as Uint32Array;
      row[j] =
        old[i] === now[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}

const at = (table: readonly Uint32Array[], i: number, j: number): number => table[i]?.[j] ?? 0;

function walk(old: readonly string[], now: readonly string[], table: readonly Uint32Array[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: "same", text: old[i] ?? "" });
      i += 1;
      j += 1;
    } else if (i < old.length && (j >= now.length || at(table, i + 1, j) >= at(table, i, j + 1))) {
      lines.push({ kind: "removed", text: old[i] ?? "" });
      i += 1;
    } else {
      lines.push({ kind: "added", text: now[j] ?? "" });
      j += 1;
    }
  }
  return lines;
}
