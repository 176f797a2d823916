import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Sent, Taken } from "../api/types.ts";
import type { DictionarySearch } from "./search.ts";

const DICTIONARY = "/api/app/projects/{projectId}/dictionary";
const ENTRY = "/api/app/projects/{projectId}/dictionary/{entityType}/{name}";

export type EntityType = "event" | "profile";
export type EntryRef = { entityType: EntityType; name: string };
export type EntryLine = Taken<typeof DICTIONARY, "get">["entries"][number];
export type ShownEntry = Taken<typeof ENTRY, "get">;
export type EntryProperty = ShownEntry["properties"][number];
export type EntryEdit = Sent<typeof DICTIONARY, "patch">["edits"][number];
export type PropertyChange = NonNullable<EntryEdit["properties"]>[string];

/** As many as the server hands out at once; the table keeps only those in sight in the page. */
const ENTRIES_MAX = 1000;

/** What every question about a project's dictionary is remembered under: a change makes all of them stale. */
export const dictionaryKey = (projectId: number) => ["dictionary", projectId] as const;

export const entriesQuery = (projectId: number, search: DictionarySearch) => {
  const { q, tag, contact, status, declared, seen, violations, sort, order, page } = search;
  const asked = { q, tag, contact, status, declared, seen, violations, sort, order, page };
  const query = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  return queryOptions({
    queryKey: [...dictionaryKey(projectId), "entries", query],
    queryFn: ({ signal }) =>
      take(
        client.GET(DICTIONARY, {
          params: { path: { projectId }, query: { ...query, entity_type: "event", limit: ENTRIES_MAX } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
};

/** Declared profile schemas: of people, and of each group key. */
export const profileEntriesQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...dictionaryKey(projectId), "profiles"],
    queryFn: ({ signal }) =>
      take(
        client.GET(DICTIONARY, {
          params: {
            path: { projectId },
            query: { entity_type: "profile", sort: "name", limit: ENTRIES_MAX },
          },
          signal,
        }),
      ),
  });

export const entryQuery = (projectId: number, { entityType, name }: EntryRef) =>
  queryOptions({
    queryKey: [...dictionaryKey(projectId), "entry", entityType, name],
    queryFn: ({ signal }) =>
      take(client.GET(ENTRY, { params: { path: { projectId, entityType, name } }, signal })),
  });

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
