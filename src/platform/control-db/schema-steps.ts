import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { ClientBase } from "pg";
import { fail, ok, type Result } from "../result.ts";

export type SchemaStep = { name: string; sql: string; digest: string };
export type SchemaFailure = { code: "step_changed"; name: string } | { code: "database_newer"; name: string };

const FOLDER = new URL("./schema/", import.meta.url);
/** Any number will do as long as every node of every version uses the same one. */
const LOCK = 7_420_118_003;

export async function readSchemaSteps(folder: URL = FOLDER): Promise<SchemaStep[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), "utf8");
      return { name, sql, digest: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/**
 * Applies the steps that are missing, all in one transaction, under a lock that makes several nodes wait for each other.
 * A step that was applied in another wording, or that this version does not know, stops the start: guessing could lose data.
 */
export async function applySchemaSteps(
  client: ClientBase,
  steps: readonly SchemaStep[],
): Promise<Result<{ applied: string[] }, SchemaFailure>> {
  await client.query("begin");
  try {
    // A step over a large table, or waiting for another node's, may take as long as it takes.
    await client.query("set local statement_timeout = 0");
    await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
    await createStepList(client, "if not exists");
    const done = await client.query<{ name: string; digest: string }>(
      "select name, digest from schema_step order by name",
    );
    const failure = firstConflict(done.rows, steps);
    if (failure) {
      await client.query("rollback");
      return fail(failure);
    }
    const missing = steps.slice(done.rows.length);
    await runSteps(client, missing);
    await client.query("commit");
    return ok({ applied: missing.map((step) => step.name) });
  } catch (cause) {
    await client.query("rollback").catch(() => undefined);
    throw cause;
  }
}

/** The list of the steps that were applied. */
export async function createStepList(client: ClientBase, unless: "if not exists" | "" = ""): Promise<void> {
  await client.query(
    `create table ${unless} schema_step (name text primary key, digest text not null, applied_at timestamptz not null default now())`,
  );
}

/** Runs steps and lists them, in the caller's transaction. */
export async function runSteps(client: ClientBase, steps: readonly SchemaStep[]): Promise<void> {
  for (const { name, digest, sql } of steps) {
    await client.query(sql);
    await client.query("insert into schema_step (name, digest) values ($1, $2)", [name, digest]);
  }
}

/** Applied steps must be the first of ours, in order and word for word. */
export function firstConflict(
  done: readonly { name: string; digest: string }[],
  steps: readonly SchemaStep[],
): SchemaFailure | undefined {
  for (const [index, row] of done.entries()) {
    const step = steps[index];
    if (step === undefined || step.name > row.name) return { code: "database_newer", name: row.name };
    if (step.name !== row.name || step.digest !== row.digest)
      return { code: "step_changed", name: step.name };
  }
  return undefined;
}
