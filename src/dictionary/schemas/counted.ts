import type { ProjectScope } from "../../platform/access/index.ts";
import type { Result } from "../../platform/result.ts";
import type { SchemaUsage, TooMany } from "./limits.ts";

type ValueOf<Outcome> = Outcome extends { ok: true; value: infer Value } ? Value : never;
type FailureOf<Outcome> = Outcome extends { ok: false; failure: infer Failure } ? Failure : never;

/** Counts the request against the organization's limit, where the operator has set one. */
export async function counted<Outcome extends Result<unknown, unknown>>(
  { usage }: { usage: SchemaUsage },
  { organizationId }: ProjectScope,
  work: () => Promise<Outcome>,
): Promise<Result<ValueOf<Outcome>, FailureOf<Outcome> | TooMany>> {
  const allowed = usage.request(organizationId);
  if (!allowed.ok) return allowed;
  // The union taken apart and put together again: one value, all failures.
  return (await work()) as Result<ValueOf<Outcome>, FailureOf<Outcome>>;
}
