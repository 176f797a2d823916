import type { MigrationDeps } from "../deps.ts";
import type { EventRecord } from "../origin.ts";
import { slicesStore } from "../store/slices-store.ts";
import type { Job } from "../types.ts";

/** What a dry run found out about a migration. */
export type MigrationPlan = {
  by_day: { day: string; events: number }[];
  by_event: { event: string; events: number }[];
  /** Types as the dictionary calls them, and how often each was seen. */
  properties: { event: string; property: string; types: Record<string, number> }[];
  properties_cut: boolean;
  /** Of JSON lines, unpacked. */
  exported_bytes: number;
  expected_seconds: number;
  usage_this_month: { before: number; after: number };
};

const PROPERTIES_MAX = 5_000;
/** Loading takes about so many times as long as reading and translating. */
const LOADING_FACTOR = 2;
/** On every event; no dictionary has to declare them. */
const OWN = new Set(["time", "distinct_id", "$user_id", "$device_id", "$insert_id"]);

/** Gathers in memory: a dry run that is broken off begins anew. */
export class PlanDraft {
  bytes = 0;
  isCut = false;
  readonly #properties = new Map<
    string,
    { event: string; property: string; types: Record<string, number> }
  >();
  readonly #beganMs = performance.now();

  add({ event, properties }: EventRecord): void {
    for (const property of Object.keys(properties)) {
      // What the dictionary leaves out is undefined by now.
      if (OWN.has(property) || properties[property] === undefined) continue;
      const key = `${event}\0${property}`;
      let line = this.#properties.get(key);
      if (line === undefined) {
        if (this.#properties.size >= PROPERTIES_MAX) {
          this.isCut = true;
          continue;
        }
        line = { event, property, types: {} };
        this.#properties.set(key, line);
      }
      const type = typeOf(properties[property]);
      line.types[type] = (line.types[type] ?? 0) + 1;
    }
  }

  async finish(
    { db, store, clock }: Pick<MigrationDeps, "db" | "store" | "clock">,
    job: Job,
  ): Promise<MigrationPlan> {
    const slices = slicesStore(db);
    const tally = (await slices.list(job.id)).flatMap((slice) => slice.tally).filter(({ day }) => day !== "");
    const { accepted, duplicates } = await slices.sum(job.id);
    const month = new Date(clock.now()).toISOString().slice(0, 7);
    const { lines } = await store.settlement(job.projectId);
    const before = lines
      .filter(({ day }) => day.startsWith(month))
      .reduce((all, { stored, replaced }) => all + stored + replaced, 0);
    return {
      by_day: sums(tally.map(({ day, accepted: count }) => [day, count])).map(([day, events]) => ({
        day,
        events,
      })),
      by_event: sums(tally.map(({ event, accepted: count }) => [event, count])).map(([event, events]) => ({
        event,
        events,
      })),
      properties: [...this.#properties.values()],
      properties_cut: this.isCut,
      exported_bytes: this.bytes,
      expected_seconds: Math.ceil(((performance.now() - this.#beganMs) / 1000) * LOADING_FACTOR),
      usage_this_month: { before, after: before + accepted - duplicates },
    };
  }
}

function sums(pairs: readonly (readonly [string, number])[]): [string, number][] {
  const all = new Map<string, number>();
  for (const [name, count] of pairs) all.set(name, (all.get(name) ?? 0) + count);
  return [...all].sort(([one], [other]) => (one < other ? -1 : 1));
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (value === null) return "null";
  return typeof value === "bigint" ? "number" : typeof value;
}
