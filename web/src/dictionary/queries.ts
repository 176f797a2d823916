import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Sent, Taken } from "../api/types.ts";
import { compact, type DictionarySearch, entrySort } from "./search.ts";

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
export const ENTRIES_MAX = 1000;

/** What every question about a project's dictionary is remembered under: a change makes all of them stale. */
export const dictionaryKey = (projectId: number) => ["dictionary", projectId] as const;

export const entriesQuery = (projectId: number, search: DictionarySearch) => {
  const { q, tag, contact, status, declared, seen, violations, order, page } = search;
  const sort = entrySort(search.sort);
  const query = compact({ q, tag, contact, status, declared, seen, violations, sort, order, page });
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

/** The kinds of profiles: of people, and of each group key. Or all that is declared, events too. */
export const namedEntriesQuery = (projectId: number, which: "profiles" | "declared") =>
  queryOptions({
    queryKey: [...dictionaryKey(projectId), "named", which],
    queryFn: ({ signal }) =>
      take(
        client.GET(DICTIONARY, {
          params: {
            path: { projectId },
            query: {
              ...(which === "profiles" ? { entity_type: "profile" } : { declared: true }),
              sort: "name",
              limit: ENTRIES_MAX,
            },
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
