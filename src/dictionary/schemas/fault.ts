import type { JsonObject } from "./types.ts";

/** The first thing in a request that does not fit: where, and what would. Thrown and caught inside the checks of this folder only. */
export class Fault extends Error {
  readonly path: string;
  readonly wish: string;
  constructor(path: string, wish: string) {
    super(`${path === "" ? "body" : path}: ${wish}.`);
    this.path = path === "" ? "body" : path;
    this.wish = wish;
  }
}

export const NAME_MAX_CHARACTERS = 255;
/** How deep what we keep unread may be nested. Writing JSON takes stack, and a client decides how deep it goes. */
const DEPTH_MAX = 64;
const SHOWN_CHARACTERS = 100;

/** `entries[3].schemaJson` + `properties`; a long name is cut in messages. */
export const below = (path: string, key: string): string => {
  const shown = key.length > SHOWN_CHARACTERS ? `${key.slice(0, SHOWN_CHARACTERS)}…` : key;
  return path === "" ? shown : `${path}.${shown}`;
};

export function expectObject(value: unknown, path: string): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Fault(path, "must be an object");
  return value as JsonObject;
}

export function expectKeys(object: JsonObject, known: readonly string[], path: string): void {
  for (const key of Object.keys(object))
    if (!known.includes(key))
      throw new Fault(below(path, key), `is not a known key; known are ${known.join(", ")}`);
}

export function expectText(value: unknown, path: string): string {
  if (typeof value !== "string") throw new Fault(path, "must be a text");
  return value;
}

export function expectTexts(value: unknown, path: string): readonly string[] {
  if (!Array.isArray(value)) throw new Fault(path, "must be a list of texts");
  for (const [index, item] of value.entries())
    if (typeof item !== "string") throw new Fault(`${path}[${index}]`, "must be a text");
  return value;
}

export function expectName(value: unknown, path: string): string {
  const name = expectText(value, path);
  if (name === "" || name.length > NAME_MAX_CHARACTERS)
    throw new Fault(path, `must have 1 to ${NAME_MAX_CHARACTERS} characters`);
  // Half of a character that takes two code units: the database could only store something else.
  if (!name.isWellFormed()) throw new Fault(path, "must be valid Unicode, without lone surrogates");
  if (name.includes("\0")) throw new Fault(path, "must not hold a NUL character");
  return name;
}

/** Without recursion: it may be nested deeper than the stack. */
export function expectShallow(value: unknown, path: string): void {
  if (typeof value !== "object" || value === null) return;
  const waiting: { value: object; depth: number }[] = [{ value, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.depth > DEPTH_MAX) throw new Fault(path, `must not be nested deeper than ${DEPTH_MAX} levels`);
    for (const inner of Object.values(next.value))
      if (typeof inner === "object" && inner !== null) waiting.push({ value: inner, depth: next.depth + 1 });
  }
}
