import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { ViolationKind } from "./event-checks.ts";

export type ViolationFilter = {
  event?: string | undefined;
  property?: string | undefined;
  kind?: ViolationKind | undefined;
  /** Days, UTC. */
  from?: string | undefined;
  to?: string | undefined;
};
/** The place of a line in the list: the commonest first. */
export type ViolationPlace = { count: number; event: string; property: string; kind: string };
export type FoundViolation = ViolationPlace & {
  kind: ViolationKind;
  refused: number;
  firstAt: Date;
  lastAt: Date;
  samples: { at: Date; message: string; record: string }[];
};

type LineRow = {
  event: string;
  property: string;
  kind: ViolationKind;
  count: string;
  refused: string;
  first_at: Date;
  last_at: Date;
};
type SampleRow = { event: string; property: string; kind: string; at: Date; message: string; record: string };

/** Samples of one answer, all lines together: each has up to four kilobytes. */
const SAMPLES_MAX = 1000;

/** The sums of a time frame, by event, property and kind. */
export async function findViolations(
  db: Kysely<ControlTables>,
  projectId: number,
  { event = null, property = null, kind = null, from = null, to = null }: ViolationFilterOrNull,
  page: { limit: number; samples: number; after: ViolationPlace | undefined },
): Promise<{ violations: FoundViolation[]; next: ViolationPlace | null }> {
  const { count = null, ...after } = page.after ?? { event: null, property: null, kind: null };
  const { rows } = await sql<LineRow>`
    select event, property, kind, sum(count) as count, sum(refused) as refused, min(first_at) as first_at,
      max(last_at) as last_at
    from dictionary_violation
    where project_id = ${projectId}
      and (${event}::text is null or event = ${event}) and (${property}::text is null or property = ${property})
      and (${kind}::text is null or kind = ${kind})
      and (${from}::date is null or day >= ${from}::date) and (${to}::date is null or day <= ${to}::date)
    group by event, property, kind
    having ${count}::bigint is null or sum(count) < ${count}::bigint or (sum(count) = ${count}::bigint
      and (event, property, kind) > (${after.event}::text collate "C", ${after.property}::text collate "C", ${after.kind}::text collate "C"))
    order by count desc, event, property, kind
    limit ${page.limit + 1}`.execute(db);
  const shown = rows.slice(0, page.limit);
  const samples = page.samples === 0 ? [] : await findSamples(db, projectId, shown, page.samples);
  const violations = shown.map(
    (row): FoundViolation => ({
      event: row.event,
      property: row.property,
      kind: row.kind,
      count: Number(row.count),
      refused: Number(row.refused),
      firstAt: row.first_at,
      lastAt: row.last_at,
      samples: samples.filter(
        (sample) =>
          sample.event === row.event && sample.property === row.property && sample.kind === row.kind,
      ),
    }),
  );
  return { violations, next: rows.length > page.limit ? (violations.at(-1) ?? null) : null };
}

type ViolationFilterOrNull = { [Key in keyof ViolationFilter]: ViolationFilter[Key] | null };

/** Newest first. */
async function findSamples(
  db: Kysely<ControlTables>,
  projectId: number,
  lines: readonly LineRow[],
  most: number,
): Promise<SampleRow[]> {
  const column = (key: "event" | "property" | "kind") => lines.map((line) => line[key]);
  const { rows } = await sql<SampleRow>`
    select event, property, kind, at, message, record
    from (
      select sample.*, row_number() over (partition by event, property, kind order by id desc) as place
      from dictionary_violation_sample sample
      join unnest(${column("event")}::text[], ${column("property")}::text[], ${column("kind")}::text[])
        as wanted (event, property, kind) using (event, property, kind)
      where project_id = ${projectId}
    ) ranked
    where place <= ${most}
    order by place, id desc
    limit ${SAMPLES_MAX}`.execute(db);
  return rows;
}

/** By event: how often it was not as declared, from a day on. */
export async function countRecentViolations(
  db: Kysely<ControlTables>,
  projectId: number,
  from: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ event: string; count: string }>`
    select event, sum(count) as count from dictionary_violation
    where project_id = ${projectId} and day >= (${from}::timestamptz at time zone 'UTC')::date
    group by event`.execute(db);
  return new Map(rows.map(({ event, count }) => [event, Number(count)]));
}

/** The same by property: of one event, or of all. */
export async function countPropertyViolations(
  db: Kysely<ControlTables>,
  projectId: number,
  event: string | undefined,
  from: Date,
): Promise<{ of(property: string): number }> {
  const { rows } = await sql<{ property: string; count: string }>`
    select property, sum(count) as count from dictionary_violation
    where project_id = ${projectId} and (${event ?? null}::text is null or event = ${event ?? null})
      and day >= (${from}::timestamptz at time zone 'UTC')::date
    group by property`.execute(db);
  const counts = new Map(rows.map(({ property, count }) => [property, Number(count)]));
  // As it was written down: the control database takes no NUL and no half characters.
  return { of: (property) => counts.get(property.replaceAll("\0", "\u2400").toWellFormed()) ?? 0 };
}
