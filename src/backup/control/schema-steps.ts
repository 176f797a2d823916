import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { ClientBase } from "pg";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { PartRefusal } from "../types.ts";

export type AppliedStep = { name: string; digest: string };
export type SchemaStep = AppliedStep & { sql: string };

const FOLDER = new URL("../../platform/control-db/schema/", import.meta.url);

/** The control database applies its steps in a transaction of its own; a restore needs some before the rows and the rest after. */
export async function readSchemaSteps(folder: URL = FOLDER): Promise<SchemaStep[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), "utf8");
      return { name, sql, digest: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/** The steps of a backup must be the first of ours, in order and word for word. */
export function checkSteps(
  saved: readonly AppliedStep[],
  steps: readonly SchemaStep[],
): Result<undefined, PartRefusal> {
  for (const [index, { name, digest }] of saved.entries()) {
    const step = steps[index];
    if (step === undefined || step.name > name) {
      const sentence = `The backup was made by a newer version of Tributary (schema step ${name}). Use that version or a later one.`;
      return fail({ code: "database_newer", sentence });
    }
    if (step.name !== name || step.digest !== digest) {
      const sentence = `The backup holds the schema step ${name} in another wording than this version's. Use the version that wrote it.`;
      return fail({ code: "step_changed", sentence });
    }
  }
  return ok(undefined);
}

/**
 * The list of steps itself, in a database that has none. Fails when somebody else has made it meanwhile, such as a server that was
 * started on the same database: then all of this transaction is undone.
 */
export async function createStepList(client: ClientBase): Promise<void> {
  await client.query(
    "create table schema_step (name text primary key, digest text not null, applied_at timestamptz not null default now())",
  );
}

export async function applySteps(client: ClientBase, steps: readonly SchemaStep[]): Promise<void> {
  for (const { name, digest, sql } of steps) {
    await client.query(sql);
    await client.query("insert into schema_step (name, digest) values ($1, $2)", [name, digest]);
  }
}
