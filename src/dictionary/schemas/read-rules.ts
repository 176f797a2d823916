import { setImmediate as nextTurn } from "node:timers/promises";
import { EventChecks } from "../conformance/event-checks.ts";
import type { Modes, modesStore } from "../conformance/modes-store.ts";
import type { entriesStore, SummaryRow } from "./entries-store.ts";
import { toSchema } from "./entry-row.ts";
import type { Conformance, DictionaryRules } from "./rules.ts";

type DeclaredEvent = {
  isDropped: boolean;
  droppedProperties: ReadonlySet<string>;
  checks: EventChecks;
};

/** What was read of a project, from which the next reading goes on. `size`: bytes of what is declared. */
export type ReadRules = {
  declared: ReadonlyMap<string, DeclaredEvent>;
  rules: DictionaryRules;
  size: number;
};

export type ReadRulesDeps = {
  entries: Pick<ReturnType<typeof entriesStore>, "listChanged">;
  modes: Pick<ReturnType<typeof modesStore>, "read">;
};

/**
 * Reads what changed since the last reading. The revision is read first: what changes while the pages are read has a later one, and
 * is read once more the next time.
 */
export async function readRules(
  { entries, modes }: ReadRulesDeps,
  projectId: number,
  before: ReadRules | undefined,
): Promise<ReadRules> {
  const { revision, ...chosen } = await modes.read(projectId);
  const known = before && before.rules.version <= revision ? before : undefined;
  if (known?.rules.version === revision) return known;
  const declared = new Map(known?.declared);
  for (let after: SummaryRow | undefined; ; ) {
    const page = await entries.listChanged(projectId, known?.rules.version ?? -1, after);
    for (const row of page) {
      if (row.entity_type !== "event") continue;
      if (row.is_present) declared.set(row.name, toDeclared(row));
      else declared.delete(row.name);
    }
    after = page.at(-1);
    if (after === undefined) break;
    await nextTurn();
  }
  let size = 0;
  for (const { checks } of declared.values()) size += checks.size;
  return { declared, rules: toRules(declared, chosen, revision), size };
}

function toDeclared(row: SummaryRow): DeclaredEvent {
  const schema = toSchema(row);
  const dropped = Object.entries(schema.properties ?? {}).filter(
    ([, { metadata }]) => metadata.dropped === true,
  );
  return {
    isDropped: row.is_dropped,
    droppedProperties: new Set(dropped.map(([name]) => name)),
    checks: new EventChecks(schema),
  };
}

function toRules(
  declared: ReadonlyMap<string, DeclaredEvent>,
  { mode, events }: Modes,
  version: number,
): DictionaryRules {
  const droppedEvents = new Set<string>();
  const droppedProperties = new Map<string, ReadonlySet<string>>();
  const conformance = new Map<string, Conformance>();
  for (const [name, event] of declared) {
    if (event.isDropped) droppedEvents.add(name);
    if (event.droppedProperties.size > 0) droppedProperties.set(name, event.droppedProperties);
    const own = events.get(name) ?? mode;
    if (own !== "off" && event.checks.saysSomething)
      conformance.set(name, { checks: event.checks, rejects: own === "reject" });
  }
  return { droppedEvents, droppedProperties, conformance, version };
}
