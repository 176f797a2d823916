import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client, take, takeWhole } from "../api/client.ts";
import type { Taken } from "../api/types.ts";
import { dictionaryKey, type EntryRef } from "./queries.ts";

export const historyQuery = (projectId: number, { entityType, name }: EntryRef) =>
  infiniteQueryOptions({
    queryKey: [...dictionaryKey(projectId), "history", entityType, name],
    queryFn: ({ signal, pageParam }) =>
      take(
        client.GET("/api/app/projects/{projectId}/schemas/{entityType}/{name}/history", {
          params: {
            path: { projectId, entityType, name },
            query: pageParam === undefined ? {} : { before: pageParam },
          },
          signal,
        }),
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export type EntryVersion = Taken<
  "/api/app/projects/{projectId}/schemas/{entityType}/{name}/history",
  "get"
>["versions"][number];

export const schemaQuery = (projectId: number, { entityType, name }: EntryRef) =>
  queryOptions({
    queryKey: [...dictionaryKey(projectId), "schema", entityType, name],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/projects/{projectId}/schemas/{entityType}/{name}", {
          params: { path: { projectId, entityType, name } },
          signal,
        }),
      ),
  });

const VIOLATIONS = "/api/app/projects/{projectId}/dictionary/violations";
export type Violation = Taken<typeof VIOLATIONS, "get">["violations"][number];

const VIOLATIONS_MAX = 500;

/** The commonest first; of one event, or of all. */
export const violationsQuery = (projectId: number, event: string | undefined) =>
  queryOptions({
    queryKey: [...dictionaryKey(projectId), "violations", event],
    queryFn: ({ signal }) =>
      take(
        client.GET(VIOLATIONS, {
          params: {
            path: { projectId },
            query: { ...(event === undefined ? {} : { event }), limit: VIOLATIONS_MAX, samples: 3 },
          },
          signal,
        }),
      ),
  });

export const modesQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...dictionaryKey(projectId), "modes"],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/projects/{projectId}/dictionary/settings", {
          params: { path: { projectId } },
          signal,
        }),
      ),
  });

export const exportQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...dictionaryKey(projectId), "export"],
    queryFn: ({ signal }) =>
      takeWhole(
        client.GET("/api/app/projects/{projectId}/dictionary/export", {
          params: { path: { projectId }, query: { format: "json" } },
          signal,
        }),
      ).then(({ results }) => results),
    staleTime: 0,
    gcTime: 0,
  });

export const lookupTablesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["lookup-tables", projectId],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/projects/{projectId}/lookup-tables", {
          params: { path: { projectId } },
          signal,
        }),
      ),
  });
export type LookupTable = Taken<"/api/app/projects/{projectId}/lookup-tables", "get">[number];
