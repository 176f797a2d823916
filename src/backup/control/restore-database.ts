import { text } from "node:stream/consumers";
import { type ClientBase, escapeLiteral } from "pg";
import { createStepList, runSteps, type SchemaStep } from "../../platform/control-db/index.ts";
import type { BackupSource } from "../types.ts";
import { type Catalog, findSchema, qualified, readTables, type Table } from "./catalog.ts";
import { copyIn, entryOf, fixSpelling } from "./copy-table.ts";
import { insertJobs, JOBS } from "./job-lines.ts";

import { parseSequences, SEQUENCES, setSequences } from "./sequences.ts";
import { withoutRules } from "./without-rules.ts";

type RestoreDatabase = {
  client: ClientBase;
  source: BackupSource;
  catalog: Catalog;
  steps: readonly SchemaStep[];
  restoreId: string;
};

/**
 * All in one transaction: the steps that the backup knew, its rows, then the steps that came later, which change those rows as they
 * would have in the old place. Answers the tables of the backup that no step makes, and which therefore are not ours.
 */
export async function restoreDatabase(options: RestoreDatabase): Promise<string[]> {
  const { client, source, catalog, steps, restoreId } = options;
  await client.query("begin");
  await fixSpelling(client);
  await createStepList(client);
  await runSteps(client, steps.slice(0, catalog.steps.length));
  const schema = (await findSchema(client)) ?? "";
  const made = new Set((await readTables(client, schema)).map(({ name }) => name));
  const tables = catalog.tables.filter(({ name }) => made.has(name));
  await withoutRules(client, schema, () => fillTables(client, schema, tables, source));
  await setSequences(client, schema, parseSequences(await text(source.read(SEQUENCES))));
  await insertJobs(client, source.read(JOBS));
  await runSteps(client, steps.slice(catalog.steps.length));
  await client.query(`comment on table schema_step is ${escapeLiteral(commentOf(restoreId))}`);
  await client.query("commit");
  return catalog.tables.map(({ name }) => name).filter((name) => !made.has(name));
}

async function fillTables(
  client: ClientBase,
  schema: string,
  tables: readonly Table[],
  source: BackupSource,
): Promise<void> {
  const rowsOf = new Map(source.entries.map(({ name, rows }) => [name, rows]));
  // Steps may have put rows there; the backup has them as they were in the end.
  await client.query(`truncate ${tables.map(({ name }) => qualified(schema, name)).join(", ")}`);
  for (const table of tables) {
    const entry = entryOf(table);
    const rows = await copyIn(client, schema, table, source.read(entry));
    if (rows !== rowsOf.get(entry)) {
      throw new Error(`${rows} rows of ${table.name} were restored instead of ${rowsOf.get(entry)}`);
    }
  }
}

const commentOf = (restoreId: string): string => `restored ${restoreId}`;

/** Whether the transaction of this very restore was committed: its id came with it. */
export async function wasRestoredBy(client: ClientBase, restoreId: string): Promise<boolean> {
  const { rows } = await client.query<{ comment: string | null }>(
    "select obj_description(to_regclass('schema_step'), 'pg_class') as comment",
  );
  return rows[0]?.comment === commentOf(restoreId);
}
