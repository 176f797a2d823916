import { firstConflict, type SchemaStep } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { PartRefusal } from "../types.ts";

export type AppliedStep = Pick<SchemaStep, "name" | "digest">;

/** The steps of a backup must be the first of ours, in order and word for word. */
export function checkSteps(
  saved: readonly AppliedStep[],
  steps: readonly SchemaStep[],
): Result<undefined, PartRefusal> {
  const conflict = firstConflict(saved, steps);
  if (conflict === undefined) return ok(undefined);
  const { code, name } = conflict;
  const sentence =
    code === "database_newer"
      ? `The backup was made by a newer version of Tributary (schema step ${name}). Use that version or a later one.`
      : `The backup holds the schema step ${name} in another wording than this version's. Use the version that wrote it.`;
  return fail({ code, sentence });
}
