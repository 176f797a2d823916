import { once } from "node:events";
import { pipeline } from "node:stream/promises";
import { type ClientBase, escapeIdentifier } from "pg";
import { from, to } from "pg-copy-streams";
import { qualified, type Table } from "./catalog.ts";

/** How values are spelled must depend on nobody's settings, neither where they are read nor where they are written. */
export async function fixSpelling(client: ClientBase): Promise<void> {
  await client.query(
    `set local datestyle to 'ISO, YMD'; set local intervalstyle to postgres; set local timezone to 'UTC';
     set local bytea_output to hex; set local extra_float_digits to 3; set local statement_timeout to 0;
     set local lock_timeout to 0; set local idle_in_transaction_session_timeout to 0`,
  );
}

/** One line per row; their number is known once the lines have ended. */
export function copyOut(
  client: ClientBase,
  schema: string,
  { name, columns }: Table,
): { lines: AsyncIterable<Uint8Array>; rows: () => number } {
  let rows = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    const idle = once(client, "drain");
    idle.catch(() => undefined);
    // A query, not the table's name: that of a partitioned table is not accepted.
    const copy = client.query(to(`copy (select ${list(columns)} from ${qualified(schema, name)}) to stdout`));
    yield* copy;
    // The lines end before the command does, and only its end brings their number.
    await idle;
    rows = copy.rowCount;
  }
  return { lines: read(), rows: () => rows };
}

/** Answers the number of rows. Values of identity columns are taken as they come. */
export async function copyIn(
  client: ClientBase,
  schema: string,
  { name, columns }: Table,
  lines: AsyncIterable<Uint8Array>,
): Promise<number> {
  const copy = client.query(from(`copy ${qualified(schema, name)} (${list(columns)}) from stdin`));
  await pipeline(lines, copy);
  return copy.rowCount;
}

const list = (columns: readonly string[]): string => columns.map(escapeIdentifier).join(", ");

/** A table's name may hold what an entry's may not. */
export const entryOf = ({ name }: Table): string => `tables/${encodeURIComponent(name)}.copy.zst`;
