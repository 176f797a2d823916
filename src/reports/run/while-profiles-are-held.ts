import type { QueryFailure } from "../../events/index.ts";
import { fail, type Result } from "../../platform/result.ts";
import type { Expression } from "../expression/tree.ts";
import { profileNames, type SourcesDeps } from "./sources.ts";

/** What profiles say is in memory until such a question is answered: it takes a place of its own. */
export async function whileProfilesAreHeld<Value, Failure>(
  { people }: Pick<SourcesDeps, "people">,
  expressions: readonly Expression[],
  work: () => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure | QueryFailure>> {
  if (people === undefined || expressions.flatMap(profileNames).length === 0) return await work();
  const release = people.slots.take();
  if (release === undefined) return fail({ code: "too_busy" });
  try {
    return await work();
  } finally {
    release();
  }
}
