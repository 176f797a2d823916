import type { Kysely } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { countRecentViolations } from "../conformance/find-violations.ts";
import type { EntityType, Metadata } from "../schemas/types.ts";
import { recentFrom, type SeenEvent } from "./seen-events.ts";
import type { SeenProfiles } from "./seen-profiles.ts";
import { type Summaries, type Summary, summaryKey } from "./summaries.ts";

/** One line of the dictionary: what is declared and what arrived under a name. */
export type MergedEntry = {
  entityType: EntityType;
  name: string;
  declared: Summary | undefined;
  metadata: Metadata;
  seen: SeenEvent | undefined;
  /** In the last 30 days. */
  violations: number;
};

export const STATUSES = ["visible", "hidden", "blocked"] as const;
export type Status = (typeof STATUSES)[number];

/** Who is both is blocked: that is what changes what comes in. */
export const statusOf = ({ dropped, hidden }: Metadata): Status =>
  dropped === true ? "blocked" : hidden === true ? "hidden" : "visible";

export type ListDeps = {
  summaries: Summaries;
  seenEvents(projectId: number): Promise<ReadonlyMap<string, SeenEvent>>;
  seenProfiles: SeenProfiles;
  /** Brings violations that have been counted into the database. */
  flushViolations(): Promise<void>;
  db: Kysely<ControlTables>;
  clock: Clock;
};

/** Everything that is declared, and every event of the last 30 days and every kind of profile, declared or not. */
export async function mergeEntries(
  { summaries, seenEvents, seenProfiles, flushViolations, db, clock }: ListDeps,
  projectId: number,
): Promise<MergedEntry[]> {
  const from = recentFrom(clock);
  await flushViolations();
  const [declared, seen, profiles, violations] = await Promise.all([
    summaries.of(projectId),
    seenEvents(projectId),
    seenProfiles.names(projectId),
    countRecentViolations(db, projectId, new Date(from)),
  ]);
  const merged = [...declared.values()].map((summary): MergedEntry => {
    const isEvent = summary.entityType === "event";
    return {
      entityType: summary.entityType,
      name: summary.name,
      declared: summary,
      metadata: summary.metadata,
      seen: isEvent ? seen.get(summary.name) : undefined,
      violations: isEvent ? (violations.get(summary.name) ?? 0) : 0,
    };
  });
  for (const [name, event] of seen) {
    if (event.lastMs < from || declared.has(summaryKey({ entityType: "event", name }))) continue;
    merged.push({ ...undeclared("event", name), seen: event });
  }
  for (const name of profiles)
    if (!declared.has(summaryKey({ entityType: "profile", name }))) merged.push(undeclared("profile", name));
  return merged;
}

const undeclared = (entityType: EntityType, name: string): MergedEntry => ({
  ...{ entityType, name, declared: undefined, metadata: {}, seen: undefined, violations: 0 },
});
