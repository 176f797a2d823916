import type { ClientBase, Pool } from "pg";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { JOBS, SCHEMA } from "./schema.ts";

/** Everything that makes a job run again as it would have. A run in progress is kept as a job that waits. */
const SavedJob = Type.Object({
  id: Type.String(),
  name: Type.String(),
  state: Type.Union([Type.Literal("created"), Type.Literal("retry")]),
  data: Type.Unknown(),
  output: Type.Unknown(),
  retry_count: Type.Integer(),
  retry_limit: Type.Integer(),
  started_on: Type.Union([Type.String(), Type.Null()]),
  start_after: Type.String(),
  created_on: Type.String(),
  keep_until: Type.String(),
  expire_seconds: Type.Integer(),
  deletion_seconds: Type.Integer(),
  group_id: Type.Union([Type.String(), Type.Null()]),
  singleton_key: Type.Union([Type.String(), Type.Null()]),
});
type SavedJob = Static<typeof SavedJob>;

const PAGE = 1000;

/** One JSON line per job that is not finished, as of one moment. Schedules are among them: each is a waiting job. */
export async function* backupJobs(pool: Pool): AsyncGenerator<string> {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    let after: [string, string] = ["", "00000000-0000-0000-0000-000000000000"];
    while (true) {
      const { rows } = await client.query<{ name: string; id: string; line: string }>(
        `select name, id, row_to_json(saved)::text as line from (
           select id, name, case when state = 'created' then 'created' else 'retry' end as state, data, output,
                  retry_count, retry_limit, started_on, start_after, created_on, keep_until, expire_seconds,
                  deletion_seconds, group_id, singleton_key
           from ${JOBS}
           where state in ('created', 'retry', 'active') and (name, id) > ($1, $2::uuid)
           order by name, id limit ${PAGE}
         ) saved`,
        after,
      );
      for (const row of rows) yield row.line;
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) break;
      after = [last.name, last.id];
    }
    await client.query("commit");
  } finally {
    // A reader that stops half-way leaves the transaction open; the connection is not worth keeping then.
    client.release(true);
  }
}

const INSERT = `
  insert into ${JOBS} (id, name, state, data, output, retry_count, retry_limit, started_on, start_after, created_on,
                       keep_until, expire_seconds, deletion_seconds, group_id, singleton_key, policy)
  select id, name, state, data, output, retry_count, retry_limit, started_on, start_after, created_on,
         keep_until, expire_seconds, deletion_seconds, group_id, singleton_key, 'standard'
  from jsonb_populate_recordset(null::${JOBS}, $1::jsonb)
  on conflict do nothing`;

/**
 * Puts saved jobs back; jobs that are there already stay as they are. A queue that this version does not declare is made all
 * the same, so that its jobs wait for the version that knows them.
 */
export async function restoreJobs(
  pool: Pick<ClientBase, "query">,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<{ restored: number; present: number }> {
  let restored = 0;
  let total = 0;
  let page: SavedJob[] = [];
  const flush = async () => {
    const names = [...new Set(page.map((saved) => saved.name))];
    await pool.query(
      `select ${SCHEMA}.create_queue(name, '{"policy": "standard", "notify": true}'::jsonb) from unnest($1::text[]) as q (name)
       where not exists (select from ${SCHEMA}.queue where queue.name = q.name)`,
      [names],
    );
    restored += (await pool.query(INSERT, [JSON.stringify(page)])).rowCount ?? 0;
    page = [];
  };
  for await (const line of lines) {
    if (line.trim() === "") continue;
    page.push(readLine(line, ++total));
    if (page.length === PAGE) await flush();
  }
  if (page.length > 0) await flush();
  return { restored, present: total - restored };
}

function readLine(line: string, number: number): SavedJob {
  const saved: unknown = JSON.parse(line);
  if (Value.Check(SavedJob, saved)) return saved;
  throw new Error(`line ${number} of the saved jobs is not a job`);
}
