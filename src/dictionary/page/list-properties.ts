import type { Kysely } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { countPropertyViolations } from "../conformance/find-violations.ts";
import type { DeclaredProperties, DeclaredProperty } from "./declared-properties.ts";
import { recentFrom } from "./seen-events.ts";
import type { SeenInEvents } from "./seen-in-events.ts";

/** One property over all events: what their schemas say of it, and what arrived in the last 30 days. */
export type ListedProperty = {
  name: string;
  declared: DeclaredProperty | undefined;
  typesSeen: string[];
  samples: readonly unknown[];
  recent: number;
  lastMs: number | undefined;
  violations: number;
  /** Events that have it, by declaration or by arrival, the commonest first. */
  events: { event: string; isDeclared: boolean; recent: number }[];
};

export type PropertiesDeps = {
  declaredProperties: DeclaredProperties;
  seenInEvents(projectId: number): Promise<SeenInEvents>;
  flushViolations(): Promise<void>;
  db: Kysely<ControlTables>;
  clock: Clock;
};

/** Every property that is declared for an event, and every one that an event of the last 30 days has. */
export async function mergeProperties(
  { declaredProperties, seenInEvents, flushViolations, db, clock }: PropertiesDeps,
  projectId: number,
): Promise<ListedProperty[]> {
  await flushViolations();
  const [declared, seen, violations] = await Promise.all([
    declaredProperties.of(projectId),
    seenInEvents(projectId),
    countPropertyViolations(db, projectId, undefined, new Date(recentFrom(clock))),
  ]);
  const listed = new Map<string, ListedProperty>();
  for (const [name, property] of declared) {
    const events = property.events.map((event) => ({ event, isDeclared: true, recent: 0 }));
    listed.set(name, { ...newLine(name, seen), declared: property, events });
  }
  for (const [event, properties] of seen.byEvent) {
    for (const [name, { recent, lastMs, types }] of properties) {
      const line = listed.get(name) ?? newLine(name, seen);
      listed.set(name, line);
      line.recent += recent;
      line.lastMs = Math.max(line.lastMs ?? 0, lastMs);
      for (const type of types) if (!line.typesSeen.includes(type)) line.typesSeen.push(type);
      line.events.push({ event, isDeclared: false, recent });
    }
  }
  for (const line of listed.values()) {
    line.violations = violations.of(line.name);
    line.events = joinEvents(line.events);
  }
  return [...listed.values()];
}

const newLine = (name: string, { samples }: SeenInEvents): ListedProperty => ({
  ...{ name, declared: undefined, typesSeen: [], samples: samples.get(name) ?? [] },
  ...{ recent: 0, lastMs: undefined, violations: 0, events: [] },
});

/** An event that declares it and has it stands there twice until here. */
function joinEvents(events: ListedProperty["events"]): ListedProperty["events"] {
  const joined = new Map<string, ListedProperty["events"][number]>();
  for (const one of events) {
    const known = joined.get(one.event);
    if (known === undefined) joined.set(one.event, one);
    else known.recent += one.recent;
  }
  return [...joined.values()].sort(
    (left, right) => right.recent - left.recent || (left.event < right.event ? -1 : 1),
  );
}
