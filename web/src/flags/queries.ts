import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Sent, Taken } from "../api/types.ts";

const ALL = "/api/app/projects/{projectId}/workspaces/{workspaceId}/feature-flags";
const ONE = "/api/app/projects/{projectId}/workspaces/{workspaceId}/feature-flags/{flag}";

/** The client leaves fields that are always null out of its answers. */
export type Flag = Omit<Taken<typeof ONE, "get">, "content_environments_id">;
export type FlagBody = Sent<typeof ALL, "post">;
export type Ruleset = FlagBody["ruleset"];
export type Rollout = Ruleset["rollout"][number];
export type FlagVariant = Ruleset["variants"][number];

export const flagsKey = (workspaceId: number) => ["flags", workspaceId] as const;

export const flagsQuery = (projectId: number, workspaceId: number, includeArchived: boolean) =>
  queryOptions({
    queryKey: [...flagsKey(workspaceId), "list", includeArchived],
    queryFn: ({ signal }) =>
      take(
        client.GET(ALL, {
          params: {
            path: { projectId, workspaceId },
            query: { include_archived: includeArchived ? "true" : "false" },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const flagQuery = (projectId: number, workspaceId: number, flag: string) =>
  queryOptions({
    queryKey: [...flagsKey(workspaceId), "one", flag],
    queryFn: ({ signal }) =>
      take(client.GET(ONE, { params: { path: { projectId, workspaceId, flag } }, signal })),
  });
