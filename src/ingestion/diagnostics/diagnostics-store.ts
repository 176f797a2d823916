import { type Kysely, sql } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Kind } from "./kinds.ts";
import { storable } from "./sampler.ts";

export type TallyLine = {
  projectId: number;
  hourMs: number;
  endpoint: string;
  code: string;
  kind: Kind;
  count: number;
};
export type StoredSample = {
  projectId: number;
  atMs: number;
  endpoint: string;
  code: string;
  kind: Kind;
  field: string;
  message: string;
  record: string;
  ids: string[];
};
export type DiagnosticsFilter = {
  code?: string | undefined;
  kind?: Kind | undefined;
  endpoint?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};
export type TallyPlace = { hourMs: number; endpoint: string; code: string };

export const SAMPLES_PER_CODE = 20;

export type DiagnosticsStore = ReturnType<typeof diagnosticsStore>;

/** The only file that names the tables ingestion_tally and ingestion_sample. */
export function diagnosticsStore(db: Kysely<ControlTables>) {
  return {
    /** Adds to what is there: several servers may count for one project. */
    async add(lines: readonly TallyLine[], samples: readonly StoredSample[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        if (lines.length > 0) await addLines(tx, lines);
        if (samples.length > 0) await addSamples(tx, samples);
      });
    },

    /** Newest hour first; one line more than the page tells whether another follows. */
    async findLines(
      projectId: number,
      filter: DiagnosticsFilter,
      page: { limit: number; after?: TallyPlace | undefined },
    ): Promise<{ lines: TallyLine[]; next: TallyPlace | null }> {
      let query = db.selectFrom("ingestion_tally").selectAll().where("project_id", "=", projectId);
      if (filter.code !== undefined) query = query.where("code", "=", filter.code);
      if (filter.kind !== undefined) query = query.where("kind", "=", filter.kind);
      if (filter.endpoint !== undefined) query = query.where("endpoint", "=", filter.endpoint);
      if (filter.from !== undefined) query = query.where("hour", ">=", hourOf(filter.from));
      if (filter.to !== undefined) query = query.where("hour", "<", filter.to);
      if (page.after !== undefined) {
        const { hourMs, endpoint, code } = page.after;
        const hour = new Date(hourMs);
        query = query.where(
          sql<boolean>`(hour < ${hour} or (hour = ${hour} and (endpoint, code) > (${endpoint}, ${code})))`,
        );
      }
      const rows = await query
        .orderBy("hour", "desc")
        .orderBy("endpoint")
        .orderBy("code")
        .limit(page.limit + 1)
        .execute();
      const lines = rows.slice(0, page.limit).map((row) => ({
        projectId: row.project_id,
        hourMs: row.hour.getTime(),
        endpoint: row.endpoint,
        code: row.code,
        kind: row.kind as Kind,
        count: Number(row.count),
      }));
      return { lines, next: rows.length > page.limit ? (lines.at(-1) ?? null) : null };
    },

    /** Newest first within each code. */
    async findSamples(projectId: number, filter: DiagnosticsFilter): Promise<StoredSample[]> {
      let query = db.selectFrom("ingestion_sample").selectAll().where("project_id", "=", projectId);
      if (filter.code !== undefined) query = query.where("code", "=", filter.code);
      if (filter.kind !== undefined) query = query.where("kind", "=", filter.kind);
      if (filter.endpoint !== undefined) query = query.where("endpoint", "=", filter.endpoint);
      if (filter.from !== undefined) query = query.where("at", ">=", filter.from);
      if (filter.to !== undefined) query = query.where("at", "<", filter.to);
      const rows = await query.orderBy("code").orderBy("id", "desc").execute();
      return rows.map(({ id: _id, project_id, at, kind, ...row }) => ({
        ...row,
        projectId: project_id,
        atMs: at.getTime(),
        kind: kind as Kind,
      }));
    },

    async removeBefore(hour: Date): Promise<void> {
      await db.deleteFrom("ingestion_tally").where("hour", "<", hour).execute();
      await db.deleteFrom("ingestion_sample").where("at", "<", hour).execute();
    },

    async removeProject(projectId: number): Promise<void> {
      await db.deleteFrom("ingestion_tally").where("project_id", "=", projectId).execute();
      await db.deleteFrom("ingestion_sample").where("project_id", "=", projectId).execute();
    },

    /** Answers how many samples named one of these ids. */
    async removeSamplesOf(projectId: number, ids: readonly string[]): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom("ingestion_sample")
        .where("project_id", "=", projectId)
        .where(names(ids))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async countSamplesOf(projectId: number, ids: readonly string[], before: Date): Promise<number> {
      const { count } = await db
        .selectFrom("ingestion_sample")
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
const names = (ids: readonly string[]) => {
  const texts = ids.map((id) => storable(id, id.length));
  const quoted = texts.map((id) => JSON.stringify(id));
  return sql<boolean>`(ids && ${texts}::text[]
    or exists (select from unnest(${quoted}::text[]) as id where position(id in record) > 0))`;
};

const HOUR_MS = 3_600_000;
const hourOf = (moment: Date): Date => new Date(Math.floor(moment.getTime() / HOUR_MS) * HOUR_MS);

async function addLines(tx: Kysely<ControlTables>, lines: readonly TallyLine[]): Promise<void> {
  await tx
    .insertInto("ingestion_tally")
    .values(
      lines.map(({ projectId, hourMs, ...line }) => ({
        ...line,
        project_id: projectId,
        hour: new Date(hourMs),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "hour", "endpoint", "code"])
        .doUpdateSet({ count: sql`ingestion_tally.count + excluded.count` }),
    )
    .execute();
}

async function addSamples(tx: Kysely<ControlTables>, samples: readonly StoredSample[]): Promise<void> {
  await tx
    .insertInto("ingestion_sample")
    .values(
      samples.map(({ projectId, atMs, ...sample }) => ({
        ...sample,
        project_id: projectId,
        at: new Date(atMs),
      })),
    )
    .execute();
  const projects = [...new Set(samples.map(({ projectId }) => projectId))];
  await sql`
    delete from ingestion_sample where id in (
      select id from (
        select id, row_number() over (partition by project_id, code order by id desc) as place
        from ingestion_sample where project_id = any(${projects})
      ) ranked where place > ${SAMPLES_PER_CODE}
    )`.execute(tx);
}
