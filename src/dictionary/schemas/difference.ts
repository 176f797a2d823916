import type { JsonObject } from "./types.ts";

/** One place in which two versions differ; a value that is not there is left out. */
export type Difference = { path: string; before?: unknown; after?: unknown };

/** A place more than this is not told: who changes so much reads the schemas. */
export const DIFFERENCES_MAX = 200;

/** Objects are compared key by key, everything else as a whole. */
export function findDifferences(before: JsonObject, after: JsonObject): Difference[] {
  const found: Difference[] = [];
  const compare = (left: JsonObject, right: JsonObject, path: string): void => {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      if (found.length >= DIFFERENCES_MAX) return;
      const [was, is] = [own(left, key), own(right, key)];
      const place = path === "" ? key : `${path}.${key}`;
      if (isObject(was) && isObject(is)) compare(was, is, place);
      else if (JSON.stringify(was) !== JSON.stringify(is))
        found.push({
          path: place,
          ...(was === undefined ? {} : { before: was }),
          ...(is === undefined ? {} : { after: is }),
        });
    }
  };
  compare(before, after, "");
  return found;
}

const own = (object: JsonObject, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
