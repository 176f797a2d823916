import { text } from "node:stream/consumers";
import type { ClientBase, Pool } from "pg";
import type { SchemaStep } from "../../platform/control-db/index.ts";
import type { Log } from "../../platform/log.ts";
import { fail, ok } from "../../platform/result.ts";
import type { BackupPart, BackupSink, BackupSource } from "../types.ts";
import { CATALOG, findSchema, parseCatalog, readCatalog } from "./catalog.ts";
import { copyOut, entryOf, fixSpelling } from "./copy-table.ts";
import { hasJobs, JOBS, jobLines, makeJobTables } from "./job-lines.ts";
import { restoreDatabase, wasRestoredBy } from "./restore-database.ts";
import { checkSteps } from "./schema-steps.ts";
import { readSequences, SEQUENCES } from "./sequences.ts";

export type ControlPartDeps = {
  /** Opens the database at first use: a restore has questions to ask before there may be one. */
  connect: () => Promise<Pool>;
  steps: readonly SchemaStep[];
  log: Log;
};

/** The control database: all rows of all its tables, its sequences, and the jobs that are not finished. */
export function controlPart({ connect, steps, log }: ControlPartDeps): BackupPart {
  return {
    name: "control",
    async write(sink) {
      const pool = await connect();
      return withClient(pool, async (client) => {
        await client.query("begin isolation level repeatable read read only");
        await fixSpelling(client);
        const schema = await findSchema(client);
        if (schema === undefined) {
          const sentence =
            "The control database holds nothing of Tributary yet: start the server once, then stop it and make the backup.";
          return fail({ code: "database_empty", sentence });
        }
        await writeDatabase(client, pool, schema, sink);
        return ok(undefined);
      });
    },
    async check(source) {
      const catalog = await readCatalogOf(source);
      return catalog ? checkSteps(catalog.steps, steps) : ok(undefined);
    },
    async prepare(restoreId) {
      const pool = await connect();
      const schema = await withClient(pool, findSchema);
      if (schema === undefined && !(await hasJobs(pool))) return ok(undefined);
      if (await withClient(pool, (client) => wasRestoredBy(client, restoreId))) return ok(undefined);
      const sentence =
        "The control database already holds data of Tributary. Restore into an empty one: name another with DATABASE_URL, or without it another --data-dir.";
      return fail({ code: "database_holds_data", sentence });
    },
    async restore(source, restoreId) {
      const catalog = await readCatalogOf(source);
      if (catalog === undefined) return ok(undefined);
      const pool = await connect();
      // The attempt before this one was killed after its commit.
      if (await withClient(pool, (client) => wasRestoredBy(client, restoreId))) return ok(undefined);
      await makeJobTables(pool, log);
      const left = await withClient(pool, (client) =>
        restoreDatabase({ client, source, catalog, steps, restoreId }),
      );
      if (left.length > 0) log.warn({ tables: left }, "tables that are not Tributary's were left out");
      return ok(undefined);
    },
  };
}

async function writeDatabase(
  client: ClientBase,
  pool: Pool,
  schema: string,
  sink: BackupSink,
): Promise<void> {
  const catalog = await readCatalog(client, schema);
  await sink.add(CATALOG, [json(catalog)]);
  for (const table of catalog.tables) {
    const copy = copyOut(client, schema, table);
    await sink.add(entryOf(table), copy.lines, { rows: copy.rows });
  }
  await sink.add(SEQUENCES, [json(await readSequences(client, schema))]);
  let jobs = 0;
  const counted = async function* () {
    for await (const line of jobLines(pool)) {
      jobs += 1;
      yield line;
    }
  };
  await sink.add(JOBS, counted(), { rows: () => jobs });
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

async function readCatalogOf(source: BackupSource) {
  if (!source.entries.some(({ name }) => name === CATALOG)) return undefined;
  return parseCatalog(await text(source.read(CATALOG)));
}

/** Never goes back to the pool: its transaction may be open, or a copy may be stuck half-way through it. */
async function withClient<Value>(pool: Pool, use: (client: ClientBase) => Promise<Value>): Promise<Value> {
  const client = await pool.connect();
  try {
    return await use(client);
  } finally {
    client.release(true);
  }
}
