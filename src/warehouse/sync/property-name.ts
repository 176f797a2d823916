import type { Mapping } from "../types.ts";

/** What a column is called as a property. A column may have any name, `constructor` as well. */
export function propertyNameOf(
  { property_mappings: renamed }: Pick<Mapping, "property_mappings">,
  column: string,
): string {
  return renamed !== null && Object.hasOwn(renamed, column) ? (renamed[column] ?? column) : column;
}
