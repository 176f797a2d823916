import type { ImportedEntry } from "./changes.ts";

type SchemaJson = ImportedEntry["schemaJson"];
export type ReadSchema = { ok: true; schema: SchemaJson } | { ok: false; fault: string };

export const schemaText = (schema: unknown): string => JSON.stringify(schema, null, 2);

/** Whether a text is an object in JSON, and where it is not. What the schema may say, the server knows. */
export function readSchemaText(text: string): ReadSchema {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== "object" || read === null || Array.isArray(read))
      return { ok: false, fault: 'Must be an object, such as {"description": "…", "properties": {}}.' };
    return { ok: true, schema: read as SchemaJson };
  } catch (cause) {
    return { ok: false, fault: `Not JSON yet${placeOf(text, cause)}.` };
  }
}

/** Browsers name the place in their own words: `position 12` or `line 2 column 3`. */
function placeOf(text: string, cause: unknown): string {
  const words = cause instanceof Error ? cause.message : "";
  const position = /position (\d+)/.exec(words)?.[1];
  if (position === undefined) return `: ${words}`;
  const before = text.slice(0, Number(position)).split("\n");
  return `: look at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
