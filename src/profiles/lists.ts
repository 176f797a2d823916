import { isRawJson } from "../platform/raw-json.ts";

/** Two values with the same key are the same value: numbers by what they are, objects whatever the order of their keys. */
export function keyOf(value: unknown): string {
  if (typeof value === "string") return `"${value}`;
  if (typeof value !== "object" || value === null) return String(value);
  if (isRawJson(value)) return value.rawJSON;
  if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(keyOf(item))).join()}]`;
  const entries = Object.entries(value).map(([name, inner]) => [name, keyOf(inner)] as const);
  entries.sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${JSON.stringify(entries)}`;
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * A list that grows while a batch is applied, with its size and what it holds: both would otherwise be worked out anew for each of
 * thousands of updates to one list.
 */
type Growing = { bytes: number; keys: Set<string> | undefined };
const growing = new WeakMap<unknown[], Growing>();

/** The value as a list that may be changed: a copy, unless this is such a copy already. */
function grow(value: unknown): { list: unknown[]; state: Growing } {
  if (Array.isArray(value)) {
    const state = growing.get(value);
    if (state) return { list: value, state };
  }
  const list: unknown[] = value === undefined ? [] : Array.isArray(value) ? [...value] : [value];
  const state: Growing = { bytes: jsonBytes(list), keys: undefined };
  growing.set(list, state);
  return { list, state };
}

/** Puts values at the end, all or none. Undefined: the list would be too large. */
function push({ list, state }: ReturnType<typeof grow>, items: readonly unknown[], maxBytes: number) {
  const commas = list.length === 0 ? items.length - 1 : items.length;
  const bytes = state.bytes + commas + items.reduce<number>((sum, item) => sum + jsonBytes(item), 0);
  if (bytes > maxBytes) return undefined;
  state.bytes = bytes;
  for (const item of items) list.push(item);
  if (state.keys) for (const item of items) state.keys.add(keyOf(item));
  return list;
}

export const appendTo = (value: unknown, item: unknown, maxBytes: number): unknown[] | undefined =>
  push(grow(value), [item], maxBytes);

export function unite(value: unknown, items: readonly unknown[], maxBytes: number): unknown[] | undefined {
  const { list, state } = grow(value);
  state.keys ??= new Set(list.map(keyOf));
  const fresh = new Map<string, unknown>();
  for (const item of items) {
    const key = keyOf(item);
    if (!state.keys.has(key) && !fresh.has(key)) fresh.set(key, item);
  }
  return fresh.size === 0 ? list : push({ list, state }, [...fresh.values()], maxBytes);
}

/** Without all occurrences. Undefined: there are none. */
export function removeFrom(list: readonly unknown[], item: unknown): unknown[] | undefined {
  const key = keyOf(item);
  const kept = list.filter((other) => keyOf(other) !== key);
  return kept.length === list.length ? undefined : kept;
}
