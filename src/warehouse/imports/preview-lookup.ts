import { toLookupRows } from "../../dictionary/index.ts";
import { lookupColumns } from "../sync/lookup-csv.ts";
import { type Mapped, type PreviewAsk, picker } from "./previewing.ts";

/** Rows as they would be looked up. One that does not fit keeps the whole table from being replaced. */
export function previewLookup({ import: one, columns, rows }: PreviewAsk): Mapped[] {
  const wanted = lookupColumns(one.described, one.mapping);
  const cells = rows.map(picker(columns, wanted)).map((row) => row.map((cell) => String(cell ?? "")));
  const names = wanted.map(({ name }) => name);
  const made = toLookupRows(names, cells);
  const field = names[0] ?? "";
  const seen = new Set<string>();
  return cells.map(([key = ""], at) => {
    const isRepeated = seen.has(key);
    seen.add(key);
    if (key.trim() === "") return refused("key_missing", field, "the row has no key");
    if (isRepeated) return refused("duplicate_key", field, `another row above has the key '${key}' too`);
    return { result: { key, values: made[at] }, problem: null };
  });
}

const refused = (code: string, field: string, what: string): Mapped => ({
  result: null,
  problem: { code, field, message: `${what}: no run replaces the table until that is mended` },
});
