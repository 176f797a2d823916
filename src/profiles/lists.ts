import { isRawJson } from "../platform/raw-json.ts";
import type { Profile } from "./types.ts";

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

const sizes = new WeakMap<object, number>();
let lastText = { text: "", bytes: 2 };

/** How much JSON a value of a profile is. Worked out once for each: thousands of updates may meet the same large one. */
export function sizeOf(value: unknown): number {
  if (typeof value === "string") {
    if (value !== lastText.text) lastText = { text: value, bytes: jsonBytes(value) };
    return lastText.bytes;
  }
  if (typeof value !== "object" || value === null) return jsonBytes(value);
  const known = growing.get(value)?.bytes ?? sizes.get(value);
  if (known !== undefined) return known;
  const bytes = jsonBytes(value);
  sizes.set(value, bytes);
  return bytes;
}

/** Where an item was that has been removed. Closing each gap at once would move all the items behind it. */
const GAP = Symbol("gap");

/**
 * A list that changes while a batch is applied, with its size and where its items are: each would otherwise be worked out again for each
 * of thousands of updates to one list.
 */
type Growing = { bytes: number; gaps: number; places: Map<string, number[]> | undefined };
type Grown = { list: unknown[]; state: Growing };
const growing = new WeakMap<object, Growing>();
/** By the list as it was stored, which an update that does not fit leaves in its place. */
const copies = new WeakMap<object, unknown[]>();

/** The value as a list that may be changed: a copy, unless this is such a copy already. */
function grow(value: unknown): Grown {
  const source = typeof value === "object" && value !== null ? value : undefined;
  const list = source && (growing.has(source) ? (source as unknown[]) : copies.get(source));
  const state = list && growing.get(list);
  if (list !== undefined && state !== undefined) return { list, state };
  const copy: unknown[] = value === undefined ? [] : Array.isArray(value) ? [...value] : [value];
  const bytes = Array.isArray(value) ? sizeOf(value) : value === undefined ? 2 : sizeOf(value) + 2;
  const made: Growing = { bytes, gaps: 0, places: undefined };
  growing.set(copy, made);
  if (source !== undefined) copies.set(source, copy);
  return { list: copy, state: made };
}

function placesIn({ list, state }: Grown): Map<string, number[]> {
  if (state.places === undefined) {
    state.places = new Map();
    for (const [place, item] of list.entries()) if (item !== GAP) note(state.places, item, place);
  }
  return state.places;
}

function note(places: Map<string, number[]>, item: unknown, place: number): void {
  const key = keyOf(item);
  const known = places.get(key);
  if (known === undefined) places.set(key, [place]);
  else known.push(place);
}

/** Puts values at the end, all or none. Undefined: the list would be too large. */
function push({ list, state }: Grown, items: readonly unknown[], maxBytes: number): unknown[] | undefined {
  const isEmpty = list.length === state.gaps;
  const commas = isEmpty ? items.length - 1 : items.length;
  const bytes = state.bytes + commas + items.reduce<number>((sum, item) => sum + jsonBytes(item), 0);
  if (bytes > maxBytes) return undefined;
  state.bytes = bytes;
  for (const item of items) {
    if (state.places) note(state.places, item, list.length);
    list.push(item);
  }
  return list;
}

export const appendTo = (value: unknown, item: unknown, maxBytes: number): unknown[] | undefined =>
  push(grow(value), [item], maxBytes);

export function unite(value: unknown, items: readonly unknown[], maxBytes: number): unknown[] | undefined {
  const grown = grow(value);
  const places = placesIn(grown);
  const fresh = new Map<string, unknown>();
  for (const item of items) {
    const key = keyOf(item);
    if (!places.has(key) && !fresh.has(key)) fresh.set(key, item);
  }
  return fresh.size === 0 ? grown.list : push(grown, [...fresh.values()], maxBytes);
}

/** Without all occurrences. Undefined: there are none. */
export function removeFrom(value: readonly unknown[], item: unknown): unknown[] | undefined {
  const grown = grow(value);
  const { list, state } = grown;
  const places = placesIn(grown);
  const key = keyOf(item);
  const found = places.get(key);
  if (found === undefined) return undefined;
  places.delete(key);
  for (const place of found) {
    state.bytes -= jsonBytes(list[place]) + 1;
    list[place] = GAP;
  }
  state.gaps += found.length;
  if (state.gaps === list.length) state.bytes = 2;
  if (state.gaps > list.length / 2) close(grown);
  return list;
}

function close({ list, state }: Grown): void {
  const kept = list.filter((item) => item !== GAP);
  list.length = 0;
  for (const item of kept) list.push(item);
  state.gaps = 0;
  state.places = undefined;
}

/** Closes the gaps that updates have left in lists. To be done before a profile is looked at. */
export function closeGaps({ values }: Pick<Profile, "values">): void {
  for (const value of Object.values(values)) {
    const state = Array.isArray(value) ? growing.get(value) : undefined;
    if (state !== undefined && state.gaps > 0) close({ list: value as unknown[], state });
  }
}
