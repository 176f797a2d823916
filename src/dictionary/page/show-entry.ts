import { fail, ok, type Result } from "../../platform/result.ts";
import { countPropertyViolations } from "../conformance/find-violations.ts";
import type { entriesStore } from "../schemas/entries-store.ts";
import type { EntryRef, Property } from "../schemas/types.ts";
import { type ListDeps, type MergedEntry, mergeEntries } from "./list-entries.ts";
import { recentFrom } from "./seen-events.ts";
import type { SeenProperty } from "./seen-properties.ts";

export type MergedProperty = {
  name: string;
  declared: Property | undefined;
  isRequired: boolean;
  seen: SeenProperty | undefined;
  violations: number;
};
export type ShownEntry = MergedEntry & { properties: MergedProperty[] };

export type UnknownEntry = { code: "entry_not_found" };

export type ShowDeps = ListDeps & {
  entries: Pick<ReturnType<typeof entriesStore>, "find">;
  seenProperties(projectId: number, event: string): Promise<ReadonlyMap<string, SeenProperty>>;
};

/** One entry with its properties: what is declared, and what arrived in the last 30 days or what profiles have. */
export async function showEntry(
  deps: ShowDeps,
  projectId: number,
  ref: EntryRef,
): Promise<Result<ShownEntry, UnknownEntry>> {
  const merged = await mergeEntries(deps, projectId);
  const entry = merged.find(({ entityType, name }) => entityType === ref.entityType && name === ref.name);
  if (entry === undefined) return fail({ code: "entry_not_found" });
  const from = recentFrom(deps.clock);
  const [declared, seen, violations] = await Promise.all([
    entry.declared && deps.entries.find(projectId, ref),
    seenOf(deps, projectId, entry),
    // Only events are held against their schemas; a profile may have the name of one.
    ref.entityType === "event"
      ? countPropertyViolations(deps.db, projectId, ref.name, new Date(from))
      : { of: () => 0 },
  ]);
  const properties = declared?.schema.properties ?? {};
  const required = declared?.schema.keys.required;
  const isRecent = ({ lastMs = from }: SeenProperty) => lastMs >= from;
  const recent = [...seen].filter(([, property]) => isRecent(property)).map(([name]) => name);
  const names = [...new Set([...Object.keys(properties), ...recent])];
  return ok({
    ...entry,
    properties: names.map((name) => ({
      name,
      declared: Object.hasOwn(properties, name) ? properties[name] : undefined,
      isRequired: Array.isArray(required) && required.includes(name),
      seen: seen.get(name),
      violations: violations.of(name),
    })),
  });
}

async function seenOf(
  deps: ShowDeps,
  projectId: number,
  { entityType, name, seen }: MergedEntry,
): Promise<ReadonlyMap<string, SeenProperty>> {
  if (entityType === "profile") return deps.seenProfiles.properties(projectId, name);
  return seen === undefined ? new Map() : deps.seenProperties(projectId, name);
}
