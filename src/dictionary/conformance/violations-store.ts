import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { ViolationKind } from "./event-checks.ts";

export type ViolationLine = {
  projectId: number;
  /** `2026-01-31`, UTC. */
  day: string;
  event: string;
  property: string;
  kind: ViolationKind;
  count: number;
  refused: number;
  firstMs: number;
  lastMs: number;
};
export type ViolationSample = {
  projectId: number;
  atMs: number;
  event: string;
  property: string;
  kind: ViolationKind;
  message: string;
  record: string;
  ids: string[];
};

export const SAMPLES_PER_VIOLATION = 20;
/** Of a project: the oldest go first. */
const SAMPLES_MAX = 5000;
/** Told apart in a project and day; further ones count without the property's name. */
const LINES_PER_DAY_MAX = 10_000;

export type ViolationsStore = ReturnType<typeof violationsStore>;

/** Writes dictionary_violation and dictionary_violation_sample. */
export function violationsStore(db: Kysely<ControlTables>) {
  return {
    /** Adds to what is there: several servers may count for one project. What a project that is gone left behind is passed over. */
    async add(lines: readonly ViolationLine[], samples: readonly ViolationSample[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await addLines(tx, lines);
        await addSamples(tx, samples);
      });
    },

    async removeBefore(moment: Date): Promise<void> {
      await sql`delete from dictionary_violation where day < ${moment}::timestamptz at time zone 'UTC'`.execute(
        db,
      );
      await db.deleteFrom("dictionary_violation_sample").where("at", "<", moment).execute();
    },

    /** Answers how many samples named one of these ids. */
    async removeSamplesOf(projectId: number, ids: readonly string[]): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom("dictionary_violation_sample")
        .where("project_id", "=", projectId)
        .where(names(ids))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async countSamplesOf(projectId: number, ids: readonly string[], before: Date): Promise<number> {
      const { count } = await db
        .selectFrom("dictionary_violation_sample")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .where("project_id", "=", projectId)
        .where("at", "<", before)
        .where(names(ids))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}

/** As an id of the record, or anywhere in its text. */
function names(ids: readonly string[]) {
  const texts = ids.map((id) => id.replaceAll("\0", "\u2400").toWellFormed());
  const quoted = texts.map((id) => JSON.stringify(id));
  return sql<boolean>`(ids && ${texts}::text[]
    or exists (select from unnest(${quoted}::text[]) as id where position(id in record) > 0))`;
}

async function addLines(tx: Kysely<ControlTables>, lines: readonly ViolationLine[]): Promise<void> {
  if (lines.length === 0) return;
  const column = <Key extends keyof ViolationLine>(key: Key) => lines.map((line) => line[key]);
  const moments = (key: "firstMs" | "lastMs") => lines.map((line) => new Date(line[key]));
  // A project and day that are full take no new line; what is known goes on counting.
  await sql`
    with said as (
      select * from unnest(${column("projectId")}::integer[], ${column("day")}::date[], ${column("event")}::text[],
        ${column("property")}::text[], ${column("kind")}::text[], ${column("count")}::bigint[],
        ${column("refused")}::bigint[], ${moments("firstMs")}::timestamptz[], ${moments("lastMs")}::timestamptz[])
        as line (project_id, day, event, property, kind, count, refused, first_at, last_at)
      where exists (select from project where id = line.project_id)
    ), full_day as (
      select project_id, day from dictionary_violation
      where (project_id, day) in (select project_id, day from said)
      group by project_id, day having count(*) >= ${LINES_PER_DAY_MAX}
    ), placed as (
      select said.project_id, said.day, said.event,
        case when full_day.day is null or known.day is not null then said.property else '' end as property,
        said.kind, said.count, said.refused, said.first_at, said.last_at
      from said
      left join full_day on full_day.project_id = said.project_id and full_day.day = said.day
      left join dictionary_violation known on known.project_id = said.project_id and known.day = said.day
        and known.event = said.event and known.property = said.property and known.kind = said.kind
    )
    insert into dictionary_violation
    select project_id, day, event, property, kind, sum(count), sum(refused), min(first_at), max(last_at)
    from placed group by project_id, day, event, property, kind
    order by project_id, day, event, property, kind
    on conflict (project_id, day, event, property, kind) do update set
      count = dictionary_violation.count + excluded.count,
      refused = dictionary_violation.refused + excluded.refused,
      first_at = least(dictionary_violation.first_at, excluded.first_at),
      last_at = greatest(dictionary_violation.last_at, excluded.last_at)`.execute(tx);
}

async function addSamples(tx: Kysely<ControlTables>, samples: readonly ViolationSample[]): Promise<void> {
  const projects = [...new Set(samples.map(({ projectId }) => projectId))];
  const there = await tx
    .selectFrom("project")
    .select("id")
    .where("id", "in", [0, ...projects])
    .execute();
  const known = new Set(there.map(({ id }) => id));
  const values = samples.flatMap(({ projectId, atMs, ...sample }) =>
    known.has(projectId) ? [{ ...sample, project_id: projectId, at: new Date(atMs) }] : [],
  );
  if (values.length === 0) return;
  await tx.insertInto("dictionary_violation_sample").values(values).execute();
  await sql`
    delete from dictionary_violation_sample where id in (
      select id from (
        select id, row_number() over (partition by project_id, event, property, kind order by id desc) as place,
          row_number() over (partition by project_id order by id desc) as place_in_project
        from dictionary_violation_sample where project_id = any(${projects})
      ) ranked where place > ${SAMPLES_PER_VIOLATION} or place_in_project > ${SAMPLES_MAX}
    )`.execute(tx);
}
