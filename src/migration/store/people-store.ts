import { type Kysely, sql } from "kysely";
import { type ControlTables, plainArray, textArray } from "../../platform/control-db/index.ts";
import { parseJson } from "../../platform/parse-json.ts";

/** A person as of the latest event so far. */
export type Person = {
  userId: string;
  asOfMs: number;
  createdMs: number | null;
  properties: Record<string, unknown>;
};

/** The same, as it is kept. */
export type PersonText = Omit<Person, "properties"> & { properties: string };

const PAGE = 1000;
/** Written at a time, and how much of them: Postgres sorts so much in memory. */
const WRITTEN_PAGE = 5000;
const WRITTEN_CHARACTERS = 2 * 1024 * 1024;
/** JSON holds no such character: it writes it as an escape. */
const CUT = "\u0001";

/** The only file that names the table migration_profile. Properties are text: Postgres's own JSON takes no NUL and rounds numbers. */
export function peopleStore(db: Kysely<ControlTables>) {
  return {
    async find(jobId: string, userIds: readonly string[]): Promise<Map<string, Person>> {
      const found = new Map<string, Person>();
      for (let from = 0; from < userIds.length; from += PAGE) {
        const rows = await db
          .selectFrom("migration_profile")
          .selectAll()
          .where("job_id", "=", jobId)
          .where("user_id", "in", userIds.slice(from, from + PAGE))
          .execute();
        for (const row of rows) found.set(row.user_id, toPerson(row));
      }
      return found;
    },

    /**
     * What is as of later stands; the earliest moment of creation stands. JSON goes as one text, cut where it is met: as an array,
     * every quote in it would have to be escaped here and read there. The job is held until the transaction ends, so that whoever
     * takes it away meanwhile takes these persons too; no foreign key says so, since that looks for the job once for each of them.
     * In the order of the index: persons that came again and again took a quarter less of Postgres's time so.
     */
    async put(jobId: string, people: readonly PersonText[]): Promise<void> {
      for (const page of pagesOf(people)) {
        const { numAffectedRows } = await sql`
          insert into migration_profile (job_id, user_id, as_of, created, properties)
          select ${jobId}, page.* from unnest(${textArray(page.map(({ userId }) => userId))}::text[],
            ${plainArray(page.map(({ asOfMs }) => asOfMs))}::bigint[],
            ${plainArray(page.map(({ createdMs }) => createdMs))}::bigint[],
            string_to_array(${page.map(({ properties }) => properties).join(CUT)}::text, ${CUT}))
            as page (user_id, as_of, created, properties)
          where (select true from migration_job where id = ${jobId} for key share)
          order by user_id
          on conflict (job_id, user_id) do update set
            created = least(migration_profile.created, excluded.created),
            properties = case when excluded.as_of >= migration_profile.as_of then excluded.properties
              else migration_profile.properties end,
            as_of = greatest(migration_profile.as_of, excluded.as_of)`.execute(db);
        if (Number(numAffectedRows) !== page.length)
          throw new Error(`there is no migration ${jobId} any more`);
      }
    },

    /**
     * In the order of their ids, behind one of them. Asked for by the job alone, Postgres takes a table that it has not looked at for
     * one with few rows of each job, and sorts all of them for every page: 100 pages took 1.6 seconds of its time, and take 0.2 so.
     */
    async page(jobId: string, after: string, limit: number): Promise<PersonText[]> {
      const { rows } = await sql<PersonRow>`
        select user_id, as_of, created, properties from (
          select * from migration_profile where (job_id, user_id) > (${jobId}, ${after})
          order by job_id, user_id limit ${limit}) as next
        where job_id = ${jobId} order by user_id`.execute(db);
      return rows.map(toText);
    },

    async count(jobId: string): Promise<number> {
      const row = await db
        .selectFrom("migration_profile")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .where("job_id", "=", jobId)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },

    /** Of all migrations into a project: those that wait keep what they have gathered. */
    async erase(projectId: number, userIds: readonly string[]): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom("migration_profile")
        .where("job_id", "in", ofProject(db, projectId))
        .where("user_id", "in", writable(userIds))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async countOf(projectId: number, userIds: readonly string[]): Promise<number> {
      const row = await db
        .selectFrom("migration_profile")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .where("job_id", "in", ofProject(db, projectId))
        .where("user_id", "in", writable(userIds))
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },

    async remove(jobId: string): Promise<void> {
      await db.deleteFrom("migration_profile").where("job_id", "=", jobId).execute();
    },
  };
}

function* pagesOf(people: readonly PersonText[]): Generator<PersonText[]> {
  let page: PersonText[] = [];
  let characters = 0;
  for (const person of people) {
    page.push(person);
    characters += person.properties.length;
    if (page.length < WRITTEN_PAGE && characters < WRITTEN_CHARACTERS) continue;
    yield page;
    page = [];
    characters = 0;
  }
  if (page.length > 0) yield page;
}

const ofProject = (db: Kysely<ControlTables>, projectId: number) =>
  db.selectFrom("migration_job").select("id").where("project_id", "=", projectId);

/** Postgres takes no NUL in a text, so nobody with one is here. */
const writable = (ids: readonly string[]): string[] => ["", ...ids.filter((id) => !id.includes("\0"))];

export type PeopleStore = ReturnType<typeof peopleStore>;

type PersonRow = { user_id: string; as_of: string; created: string | null; properties: string };

const toText = (row: PersonRow): PersonText => ({
  userId: row.user_id,
  asOfMs: Number(row.as_of),
  createdMs: row.created === null ? null : Number(row.created),
  properties: row.properties,
});

const toPerson = (row: PersonRow): Person => ({
  ...toText(row),
  properties: parseJson(row.properties) as Record<string, unknown>,
});
