import type { Draft } from "./draft.ts";
import { ROLES_OF } from "./roles.ts";

/** What has to be said before there is anything to look at, in the words of the form; undefined when all is there. */
export function missingPart(draft: Draft): string | undefined {
  const { kind = "event_stream", roles = {} } = draft;
  if (kind === "groups" && draft.groupKey === undefined) return "Group key";
  if (kind === "lookup_table" && draft.property === undefined) return "Property that is looked up";
  return ROLES_OF[kind].find(({ role, required }) => required && roles[role] === undefined)?.label;
}
