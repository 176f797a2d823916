import { fail, ok, type Result } from "../platform/result.ts";
import type { BackupSource, PartRefusal } from "./types.ts";

/** A part puts nothing into a data folder that it would not have taken out of one. */
export function refuseOddEntries(
  part: string,
  source: BackupSource,
  isExpected: (name: string) => boolean,
): Result<undefined, PartRefusal> {
  const odd = source.entries.find(({ name }) => !isExpected(name));
  if (odd === undefined) return ok(undefined);
  const sentence = `The backup holds the file '${part}/${odd.name}', which this version would not put into a data folder. Use the version of Tributary that wrote it, or a later one.`;
  return fail({ code: "file_not_expected", sentence });
}
