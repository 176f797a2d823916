import type { ClientBase } from "pg";
import {
  type SendOptions as BossOptions,
  fromKysely,
  type KyselyTransactionLike,
  type PgBoss,
} from "pg-boss";
import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";
import { describeMisfit } from "./bind-job.ts";
import type { JobKind } from "./job.ts";

/** A Kysely transaction or a `pg` client on which the caller has begun one: the job exists if and only if it commits. */
export type JobTransaction = KyselyTransactionLike | Pick<ClientBase, "query">;

export type SendJobOptions = { startAfter?: Date; transaction?: JobTransaction };

export type SentJob = { kind: "sent"; jobId: string } | { kind: "already_waiting" };

const PAYLOAD_BYTES_MAX = 64 * 1024;
const KEY_LENGTH_MAX = 500;

/** Throws when the payload breaks its schema: that is a bug of the sender, and in a transaction it must undo the rest. */
export async function sendJob<Schema extends TSchema>(
  deps: { boss: PgBoss; newId: () => string },
  kind: JobKind<Schema>,
  payload: Static<Schema>,
  options: SendJobOptions = {},
): Promise<SentJob> {
  const data = storedForm(kind, payload);
  const bossOptions: BossOptions = { id: deps.newId(), ...serialOption(kind, payload) };
  if (kind.uniqueBy) bossOptions.singletonKey = key(kind, "uniqueBy", `unique:${kind.uniqueBy(payload)}`);
  if (options.startAfter) bossOptions.startAfter = options.startAfter;
  if (options.transaction) bossOptions.db = toBossDb(options.transaction);
  const jobId = await deps.boss.send(kind.name, data, bossOptions);
  return jobId === null ? { kind: "already_waiting" } : { kind: "sent", jobId };
}

/** What a run will be given: the payload as JSON brings it back. */
export function storedForm(kind: JobKind<TSchema>, payload: unknown): object {
  const text = JSON.stringify(payload) ?? "null";
  if (Buffer.byteLength(text) > PAYLOAD_BYTES_MAX) {
    throw new Error(
      `job ${kind.name}: the payload is larger than ${PAYLOAD_BYTES_MAX} bytes; send a reference instead`,
    );
  }
  const stored: unknown = JSON.parse(text);
  if (!Value.Check(kind.payload, stored)) throw new Error(describeMisfit(kind, stored));
  if (typeof stored !== "object" || stored === null)
    throw new Error(`job ${kind.name}: a payload is an object`);
  return stored;
}

export function serialOption<Schema extends TSchema>(
  kind: JobKind<Schema>,
  payload: Static<Schema>,
): Pick<BossOptions, "group"> {
  return kind.serialBy ? { group: { id: key(kind, "serialBy", kind.serialBy(payload)) } } : {};
}

function key(kind: Pick<JobKind<TSchema>, "name">, option: string, value: string): string {
  if (value.length > 0 && value.length <= KEY_LENGTH_MAX) return value;
  throw new Error(
    `job ${kind.name}: ${option} must give 1 to ${KEY_LENGTH_MAX} characters, not ${value.length}`,
  );
}

function toBossDb(transaction: JobTransaction): NonNullable<BossOptions["db"]> {
  if ("executeQuery" in transaction) return fromKysely(transaction);
  return { executeSql: (text, values) => transaction.query(text, values) };
}
