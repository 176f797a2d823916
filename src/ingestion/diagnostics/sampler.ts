import type { Clock } from "../../platform/clock.ts";
import type { Refusal } from "../codes.ts";
import { idText } from "../id-text.ts";
import { sampleText } from "./mask-secrets.ts";
import { findSentence } from "./sentences.ts";

/** A record that was refused, left out or mended, to be looked at later. */
export type Sample = { code: string; field: string; message: string; record: string; ids: string[] };

/** Says when a sample is worth its making: a client that sends nothing right must not cost more than one that does. */
export type Sampler = { wants(projectId: number, code: string): boolean };

/** Which records of a project are worth showing to whoever looks for what went wrong; none where nobody keeps them. */
export type Sampling = { sampler: Sampler; projectId: number } | undefined;

/** So many at once, as many as are kept; then one in a while. */
const BURST = 20;
const REFILL_MS = 2000;
const BUCKETS_MAX = 10_000;

export function createSampler(clock: Clock): Sampler {
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    wants(projectId, code) {
      const key = `${projectId} ${code}`;
      const now = clock.now();
      const { left, at } = buckets.get(key) ?? { left: BURST, at: now };
      const filled = Math.min(BURST, left + Math.max(0, now - at) / REFILL_MS);
      if (filled < 1) return false;
      if (buckets.size >= BUCKETS_MAX && !buckets.has(key)) buckets.clear();
      buckets.set(key, { left: filled - 1, at: now });
      return true;
    },
  };
}

const ID_NAMES = [
  ...["distinct_id", "$distinct_id", "$user_id", "$device_id", "$group_id"],
  // What the verbs of an older identity system name.
  ...["alias", "$anon_distinct_id", "$identified_id", "$anon_id", "$distinct_ids"],
];
const ID_MAX = 263;
const LIST_MAX = 20;
const SAID_MAX = 500;

/** Now, and not when it is written down: what becomes of the record afterwards takes things out of it. */
export function makeSample(code: string, record: unknown, refusal?: Omit<Refusal, "code">): Sample {
  const { field = "", message = "" } = refusal ?? findSentence(code) ?? {};
  return {
    code,
    field: storable(field, SAID_MAX),
    message: storable(message, SAID_MAX),
    record: sampleText(typeof record === "symbol" ? null : record),
    ids: idsOf(record),
  };
}

/** The control database takes no NUL and no half characters. */
export const storable = (text: string, lengthMax: number): string =>
  text.slice(0, lengthMax).replaceAll("\0", "\u2400").toWellFormed();

/** Every id by which this record may be somebody's, in the forms in which it may be asked for. */
function idsOf(record: unknown): string[] {
  if (typeof record !== "object" || record === null) return [];
  const holders = [record, (record as { properties?: unknown }).properties];
  const ids = new Set<string>();
  for (const holder of holders) {
    if (typeof holder !== "object" || holder === null) continue;
    for (const name of ID_NAMES) {
      const given: unknown = Object.hasOwn(holder, name)
        ? (holder as Record<string, unknown>)[name]
        : undefined;
      for (const one of Array.isArray(given) ? given.slice(0, LIST_MAX) : [given]) {
        const id = one === undefined ? undefined : idText(one);
        if (id === undefined || id === "") continue;
        ids.add(storable(id, ID_MAX));
        if (name === "$device_id") ids.add(storable(`$device:${id}`, ID_MAX));
      }
    }
  }
  return [...ids];
}
