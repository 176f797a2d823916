import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Taken } from "../api/types.ts";
import { dictionaryKey, ENTRIES_MAX } from "./queries.ts";
import { compact, type DictionarySearch, propertySort } from "./search.ts";

const PROPERTIES = "/api/app/projects/{projectId}/dictionary/properties";
export type PropertyLine = Taken<typeof PROPERTIES, "get">["properties"][number];

/** Named beside each property; all of them are asked for when one is opened or edited. */
const EVENTS_NAMED = 10;
/** What one change can hold. */
const EVENTS_MAX = 1000;

export const propertiesQuery = (projectId: number, search: DictionarySearch) => {
  const { q, status, declared, seen, violations, order, page } = search;
  const sort = propertySort(search.sort);
  const query = compact({ q, status, declared, seen, violations, sort, order, page });
  return queryOptions({
    queryKey: [...dictionaryKey(projectId), "properties", query],
    queryFn: ({ signal }) =>
      take(
        client.GET(PROPERTIES, {
          params: { path: { projectId }, query: { ...query, limit: ENTRIES_MAX, events_max: EVENTS_NAMED } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
};

/** One property with all events that have it. */
export const propertyQuery = (projectId: number, name: string) =>
  queryOptions({
    queryKey: [...dictionaryKey(projectId), "property", name],
    queryFn: async ({ signal }) => {
      const query = { name, limit: 1, events_max: EVENTS_MAX };
      const found = await take(client.GET(PROPERTIES, { params: { path: { projectId }, query }, signal }));
      return found.properties[0] ?? null;
    },
  });
