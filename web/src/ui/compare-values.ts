const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The order of two cells: numbers and times by size, everything else as a person would look it up. */
export function compareValues(one: unknown, other: unknown): number {
  if (one === other) return 0;
  // `undefined` is put last by the table, in either direction; null comes before what is there.
  if (one === null) return -1;
  if (other === null) return 1;
  if (one instanceof Date && other instanceof Date) return one.getTime() - other.getTime();
  if (typeof one === "number" && typeof other === "number") return one - other;
  return words.compare(String(one), String(other));
}
