import type { Column } from "../connector.ts";
import type { Mapping } from "../types.ts";

export type NamedColumn = { at: number; column: Column; name: string };
type Renames = Pick<Mapping, "property_mappings">;

/** What columns are called as properties. Of those that would be one property, the one that was renamed so stands. */
export function nameColumns(
  mapping: Renames,
  columns: readonly Pick<NamedColumn, "at" | "column">[],
): { properties: NamedColumn[]; losers: string[] } {
  const named = columns.map((one) => ({ ...one, ...nameOf(mapping, one.column.name) }));
  const given = new Set(named.filter(({ isGiven }) => isGiven).map(({ name }) => name));
  const [standing, losing] = [[] as NamedColumn[], [] as string[]];
  for (const { at, column, name, isGiven } of named) {
    if (isGiven || !given.has(name)) standing.push({ at, column, name });
    else losing.push(name);
  }
  return { properties: standing, losers: losing };
}

/** A column may have any name, `constructor` as well. */
function nameOf({ property_mappings: renamed }: Renames, column: string): { name: string; isGiven: boolean } {
  const isGiven = renamed !== null && Object.hasOwn(renamed, column);
  return { name: isGiven ? (renamed[column] ?? column) : column, isGiven };
}
