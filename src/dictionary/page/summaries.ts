import { setImmediate as nextTurn } from "node:timers/promises";
import type { entriesStore, SummaryRow } from "../schemas/entries-store.ts";
import { toSchema } from "../schemas/entry-row.ts";
import type { EntityType, Metadata } from "../schemas/types.ts";

/** What a list shows of a declared entry. */
export type Summary = {
  entityType: EntityType;
  name: string;
  description: string | undefined;
  metadata: Metadata;
  propertyCount: number;
  /** Properties of which more is said than what they are. */
  markedProperties: readonly (readonly [name: string, metadata: Metadata])[];
  version: number;
  changedAt: Date;
  changedBy: string;
};

export type Summaries = {
  /** All entries of a project, by type and name. */
  of(projectId: number): Promise<ReadonlyMap<string, Summary>>;
};

type Known = { revision: number; entries: ReadonlyMap<string, Summary> };

/** Dictionaries in memory: those that somebody has looked at last. */
const PROJECTS_MAX = 20;

export const summaryKey = ({ entityType, name }: Pick<Summary, "entityType" | "name">): string =>
  `${entityType} ${name}`;

/**
 * What lists need of each entry, without its properties: a dictionary of 60 MB has one megabyte of that. Only what changed since the
 * last look is read again.
 */
export function createSummaries(
  entries: Pick<ReturnType<typeof entriesStore>, "findRevision" | "listChanged">,
): Summaries {
  const known = new Map<number, Known>();

  async function read(projectId: number): Promise<Known> {
    // Before the entries: what changes meanwhile is read once more the next time.
    const revision = await entries.findRevision(projectId);
    const last = known.get(projectId);
    if (last !== undefined && last.revision === revision) return last;
    const before = last !== undefined && last.revision < revision ? last : undefined;
    const found = new Map(before?.entries);
    for (let after: SummaryRow | undefined; ; ) {
      const page = await entries.listChanged(projectId, before?.revision ?? -1, after);
      for (const row of page) {
        const summary = toSummary(row);
        if (row.is_present) found.set(summaryKey(summary), summary);
        else found.delete(summaryKey(summary));
      }
      after = page.at(-1);
      if (after === undefined) return { revision, entries: found };
      await nextTurn();
    }
  }

  return {
    async of(projectId) {
      const found = await read(projectId);
      known.delete(projectId);
      known.set(projectId, found);
      const [oldest] = known.keys();
      if (known.size > PROJECTS_MAX && oldest !== undefined) known.delete(oldest);
      return found.entries;
    },
  };
}

function toSummary(row: SummaryRow): Summary {
  const { keys, metadata, properties = {} } = toSchema(row);
  const all = Object.entries(properties);
  return {
    entityType: row.entity_type,
    name: row.name,
    description: typeof keys.description === "string" ? keys.description : undefined,
    metadata,
    propertyCount: all.length,
    markedProperties: all.flatMap(([name, property]) =>
      property.metadata.hidden === true || property.metadata.displayName !== undefined
        ? [[name, property.metadata] as const]
        : [],
    ),
    version: row.version,
    changedAt: row.changed_at,
    changedBy: row.changed_by_name,
  };
}
