import { queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Taken } from "../api/types.ts";

export type Received = Taken<"/api/app/projects/{projectId}/usage", "get">;
export type Diagnostics = Taken<"/api/app/projects/{projectId}/ingestion/diagnostics", "get">;

/** Everything the project has received since it was made; nothing can have come before. */
export const receivedQuery = (projectId: number, since: string) =>
  queryOptions({
    queryKey: ["usage", projectId, "since", since],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/projects/{projectId}/usage", {
          params: { path: { projectId }, query: { from: since } },
          signal,
        }),
      ),
  });

const HOUR_MS = 3_600_000;

/** What came in lately and was not taken, newest first. */
export const refusedQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["diagnostics", projectId, "refused"],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/projects/{projectId}/ingestion/diagnostics", {
          params: {
            path: { projectId },
            query: { from: new Date(Date.now() - 24 * HOUR_MS).toISOString() },
          },
          signal,
        }),
      ),
  });

export const topEventsQuery = (projectId: number, limit: number) =>
  queryOptions({
    queryKey: ["event-names", projectId, "top", limit],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/projects/{projectId}/events/names", {
          params: { path: { projectId }, query: { limit } },
          signal,
        }),
      ),
  });

export const accountsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["project-service-accounts", projectId],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/projects/{projectId}/service-accounts", {
          params: { path: { projectId } },
          signal,
        }),
      ),
  });

/** Whether anything is described: one entry is enough to know. */
export const describedQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["dictionary", projectId, "described"],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/projects/{projectId}/dictionary", {
          params: { path: { projectId }, query: { declared: true, limit: 1 } },
          signal,
        }),
      ),
  });
