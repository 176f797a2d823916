import { isDeepStrictEqual } from "node:util";
import { parseProperties } from "../../profiles/index.ts";

type Properties = Readonly<Record<string, unknown>>;

/**
 * The properties in which a profile is not as a row says; null when there is no profile. `wasSet`: names that the import has set and
 * would take out when the row has no value for them. What others have written besides is no difference.
 */
export function differingNames(
  set: Properties,
  wasSet: readonly string[],
  profile: Properties | undefined,
): string[] | null {
  if (profile === undefined) return null;
  // By way of text, as updates go: both sides then write numbers alike, and the order of keys is nothing.
  const wanted = parseProperties(JSON.stringify(set));
  const other = Object.keys(wanted).filter(
    (name) => !Object.hasOwn(profile, name) || !isDeepStrictEqual(profile[name], wanted[name]),
  );
  const left = wasSet.filter((name) => !Object.hasOwn(wanted, name) && Object.hasOwn(profile, name));
  return [...other, ...left];
}
