import { queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Taken } from "../api/types.ts";

/** What several rooms ask of a project. Asked in one way, it is fetched once and a change reaches everybody. */

export type ProjectRecord = Taken<"/api/app/projects/{projectId}", "get">;
export type GroupKey = Taken<"/api/app/projects/{projectId}/group-keys", "get">[number];

/** Whoever changes the project makes this stale; by itself it hardly changes. */
export const projectQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project", projectId],
    queryFn: ({ signal }) =>
      take(client.GET("/api/app/projects/{projectId}", { params: { path: { projectId } }, signal })),
    staleTime: 300_000,
  });

export const groupKeysQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["group-keys", projectId],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/projects/{projectId}/group-keys", { params: { path: { projectId } }, signal }),
      ),
  });
