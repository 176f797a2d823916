import { client, take } from "../api/client.ts";
import type { Flag, FlagBody } from "./queries.ts";

const ALL = "/api/app/projects/{projectId}/workspaces/{workspaceId}/feature-flags";
const ONE = "/api/app/projects/{projectId}/workspaces/{workspaceId}/feature-flags/{flag}";

export type Place = { projectId: number; workspaceId: number };

export const createFlag = (path: Place, body: FlagBody) => take(client.POST(ALL, { params: { path }, body }));

/** Refused when somebody changed the flag since it was seen. */
export const replaceFlag = (place: Place, { id, modified }: Pick<Flag, "id" | "modified">, body: FlagBody) =>
  take(
    client.PUT(ONE, {
      params: { path: { ...place, flag: id } },
      headers: { "if-match": `"${modified}"` },
      body,
    }),
  );

export const deleteFlag = (place: Place, { id }: Pick<Flag, "id">) =>
  take(client.DELETE(ONE, { params: { path: { ...place, flag: id } } }));

/** A flag as it is, to be sent back with something changed. What is left out of it stays. */
export const bodyOf = (flag: Flag): FlagBody => ({
  name: flag.name,
  key: flag.key,
  tags: flag.tags,
  context: flag.context,
  serving_method: flag.serving_method as FlagBody["serving_method"],
  ruleset: flag.ruleset,
  description: flag.description,
  status: flag.status,
  data_group_id: flag.data_group_id,
});
