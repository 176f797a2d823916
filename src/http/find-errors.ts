import type { TSchema } from "typebox";

export type ValidationError = { keyword: string; instancePath: string; message: string; params: object };

/** Items of a list, and keys of an object, that errors are looked for in: first few, then more. */
const WINDOWS = [16, 256];

/**
 * Says what is wrong with a value, which its schema refused, in time that does not grow with the value: the library lists errors by
 * visiting everything, and took two seconds for a list of 400,000. Empty: the fault lies further back.
 */
export function createErrorFinder(
  schema: TSchema,
  listErrors: (value: unknown) => ValidationError[],
): (value: unknown) => ValidationError[] {
  const known = new Set<string>();
  gatherNames(schema, known);
  return (value) => {
    for (const most of WINDOWS) {
      const errors = listErrors(shorten(value, most, known));
      if (errors.length > 0) return errors;
    }
    const long = tooLong(schema, value, "");
    return long === undefined ? [] : [long];
  };
}

/** A copy without the items and keys behind the first ones. Keys that the schema names stay: they may be required. */
function shorten(value: unknown, most: number, known: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((item) => shorten(item, most, known));
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = Object.create(null);
  let kept = 0;
  for (const [key, inner] of Object.entries(value)) {
    kept += 1;
    if (kept <= most || known.has(key)) copy[key] = shorten(inner, most, known);
  }
  return copy;
}

function gatherNames(schema: unknown, names: Set<string>): void {
  if (typeof schema !== "object" || schema === null) return;
  for (const [key, inner] of Object.entries(schema)) {
    if (key === "properties") for (const name of Object.keys(inner as object)) names.add(name);
    gatherNames(inner, names);
  }
}

type Shape = { properties?: Record<string, Shape>; items?: Shape; maxItems?: number };

/** The first list that is longer than it may be, however long that is. */
function tooLong(schema: Shape, value: unknown, instancePath: string): ValidationError | undefined {
  if (Array.isArray(value)) {
    const { maxItems = Number.POSITIVE_INFINITY } = schema;
    if (value.length <= maxItems) return undefined;
    const message = `must not have more than ${maxItems} items`;
    return { keyword: "maxItems", instancePath, message, params: { limit: maxItems } };
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const found = tooLong(inner, (value as Record<string, unknown>)[name], `${instancePath}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
