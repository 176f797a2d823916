import { EventChecks } from "../../src/dictionary/index.ts";
import { createAccept, createCatalogs, DEFAULT_LIMITS } from "../../src/ingestion/index.ts";
import { ok } from "../../src/platform/result.ts";
import type { BenchEntry } from "../dictionary/entries.ts";
import { makeEvents } from "../support/events.ts";

const BATCHES = 8;
const BATCH = 2000;
const ROUNDS = 40;
const NOW_MS = 1_770_000_000_000;

type Schema = ConstructorParameters<typeof EventChecks>[0];

/** Without metadata, which these checks do not read. */
function toSchema({ schemaJson }: BenchEntry): Schema {
  const { properties = {}, ...keys } = schemaJson as { properties?: Record<string, object> };
  const declared = Object.entries(properties).map(([name, definition]) => [
    name,
    { definition, metadata: {}, foreign: {} },
  ]);
  return { keys, properties: Object.fromEntries(declared) };
}

/**
 * Reading and checking batches in this process, without disk, network and store: µs an event, the best of many rounds, taken turn about.
 * Whatever else the machine does, the best rounds are alike.
 */
export async function checksAlone(
  entries: readonly BenchEntry[],
): Promise<{ without: number; with: number }> {
  const conformance = new Map(
    entries.map((entry) => [entry.name, { checks: new EventChecks(toSchema(entry)), rejects: false }]),
  );
  const rules = { droppedEvents: new Set<string>(), droppedProperties: new Map(), conformance, version: 1 };
  const bodies = Array.from({ length: BATCHES }, (_, seed) => ({
    bytes: Buffer.from(JSON.stringify([...makeEvents(BATCH, { seed })])),
    lines: false,
  }));
  const best = { without: Number.POSITIVE_INFINITY, with: Number.POSITIVE_INFINITY };
  const doors = { without: openDoor(undefined), with: openDoor(rules) };
  const scope = { projectId: 1, lane: "live", lineage: { source: "import" }, strict: true } as const;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const which of ["without", "with"] as const) {
      const began = performance.now();
      for (const body of bodies) await doors[which](scope, body, () => undefined);
      const tookUs = ((performance.now() - began) * 1000) / (BATCHES * BATCH);
      best[which] = Math.min(best[which], tookUs);
    }
  }
  return best;
}

const openDoor = (
  rules: Awaited<ReturnType<NonNullable<Parameters<typeof createAccept>[0]["rules"]>>> | undefined,
) =>
  createAccept({
    journal: { append: async () => ok({ first: 1, last: 1 }) },
    catalogs: createCatalogs({
      read: async () => [],
      write: async () => undefined,
      remove: async () => undefined,
      list: async () => [],
    }),
    limits: DEFAULT_LIMITS,
    clock: { now: () => NOW_MS },
    onCounted: () => undefined,
    ...(rules === undefined ? {} : { rules: () => rules }),
  }).acceptBody;
