import { query } from "../../sign-in/support.ts";
import type { TestServer } from "../../support/test-server.ts";

/** Every row of the control database as text, by table. */
export type ControlRows = Map<string, Set<string>>;

/**
 * Left out: who was last seen when, the pages of profile queries, and how far the profiles have followed the journal, which is one
 * line for all projects.
 */
const UNWATCHED_TABLES = new Set(["schema_step", "profile_position"]);
const UNWATCHED_COLUMNS = ["last_used_at"];

export async function readControlRows(server: TestServer): Promise<ControlRows> {
  const tables = await query(
    server,
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const rows: ControlRows = new Map();
  for (const { name } of tables.filter((table) => !UNWATCHED_TABLES.has(table.name))) {
    const found = await query(
      server,
      `select (to_jsonb(line) - $1::text[])::text as text from "${name}" line`,
      [UNWATCHED_COLUMNS],
    );
    rows.set(name, new Set(found.map(({ text }) => text)));
  }
  return rows;
}

/** Background work has come to rest: two readings in a row are the same. */
export async function readQuietRows(server: TestServer): Promise<ControlRows> {
  for (let before = await readControlRows(server); ; ) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const now = await readControlRows(server);
    if (differences(before, now).length === 0) return now;
    before = now;
  }
}

export type Difference = { table: string; change: "gone" | "new"; row: Record<string, unknown> };

/** A changed row is one that is gone and one that is new. */
export function differences(before: ControlRows, after: ControlRows): Difference[] {
  const found: Difference[] = [];
  for (const [table, rows] of after) {
    const old = before.get(table) ?? new Set();
    for (const row of old) if (!rows.has(row)) found.push({ table, change: "gone", row: JSON.parse(row) });
    for (const row of rows) if (!old.has(row)) found.push({ table, change: "new", row: JSON.parse(row) });
  }
  return found;
}

export const tablesIn = (found: readonly Difference[]): string[] =>
  [...new Set(found.map(({ table }) => table))].sort();
