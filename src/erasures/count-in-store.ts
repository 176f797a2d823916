import type { EventStore } from "../events/index.ts";

/** Bound one by one, so many in a statement. */
const AT_ONCE = 500;
const TIMEOUT_MS = 600_000;

/** `notes`: ids that the store keeps until no row of theirs can come any more. */
type Counted = { events: number; links: number; notes: number };

/** What the event store holds of these persons. `upTo`: a place in the journal. */
export async function countInStore(
  store: Pick<EventStore, "query">,
  projectId: number,
  ids: readonly string[],
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<Counted> {
  const counted: Counted = { events: 0, links: 0, notes: 0 };
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const list = some.map(() => "?").join();
    const named = `(select unnest([${list}]) as id)`;
    counted.events += await ask(
      store,
      projectId,
      `select count(*) from event_rows where "position" <= ${upTo} and distinct_id in (select id from ${named})`,
      some,
    );
    counted.links += await ask(
      store,
      projectId,
      `select count(*) from links where "position" <= ${upTo} and user_id in (select id from ${named})`,
      some,
    );
    counted.notes += await ask(
      store,
      projectId,
      `select count(*) from erasures where id in (select id from ${named})`,
      some,
    );
  }
  return counted;
}

async function ask(
  store: Pick<EventStore, "query">,
  projectId: number,
  sql: string,
  params: string[],
): Promise<number> {
  const answer = await store.query(projectId, { sql, params, timeoutMs: TIMEOUT_MS, rowsMax: 1 });
  if (!answer.ok) throw new Error(`the event store could not be asked: ${answer.failure.code}`);
  return Number(answer.value.rows[0]?.[0] ?? 0);
}
