import type { DuckDBConnection } from "@duckdb/node-api";
import type { Position } from "../change.ts";
import { readNumber } from "./read-rows.ts";

/** Bound to one statement. */
const IDS_AT_ONCE = 500;

/** `noted`: ids that are kept until no row of theirs can come any more. */
export type Traces = { events: number; links: number; noted: number };

/** What the file holds of these distinct ids, hidden rows included, from up to a place in the journal. */
export async function countTraces(
  reader: DuckDBConnection,
  ids: readonly string[],
  upTo: Position,
): Promise<Traces> {
  const traces: Traces = { events: 0, links: 0, noted: 0 };
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = ids.slice(at, at + IDS_AT_ONCE);
    const named = `(select unnest([${some.map(() => "?").join()}]))`;
    const count = (from: string) => readNumber(reader, `select count(*) from ${from} in ${named}`, some);
    traces.events += await count(`event_rows where "position" <= ${upTo} and distinct_id`);
    traces.links += await count(`links where "position" <= ${upTo} and user_id`);
    traces.noted += await count("erasures where id");
  }
  return traces;
}
