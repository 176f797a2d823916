import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Sent } from "../api/types.ts";
import type { ShownEvent } from "./shown-event.ts";

const NAMES_MAX = 10_000;
const PROPERTIES_MAX = 2_000;
const VALUES_MAX = 100;
const ENTRIES_MAX = 1_000;

/** Names with an event in the last 30 days, the commonest first. */
export const eventNamesQuery = (projectId: number, includeHidden: boolean) =>
  queryOptions({
    queryKey: ["event-names", projectId, { includeHidden }],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/projects/{projectId}/events/names", {
          params: { path: { projectId }, query: { limit: NAMES_MAX, include_hidden: includeHidden } },
          signal,
        }),
      ),
    staleTime: 60_000,
  });

/** Events that are described and have not been seen lately: pickers offer them all the same. */
export const unseenEntriesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["dictionary", projectId, "unseen"],
    queryFn: async ({ signal }) => {
      const { entries } = await take(
        client.GET("/api/app/projects/{projectId}/dictionary", {
          params: {
            path: { projectId },
            query: { entity_type: "event", declared: true, seen: false, limit: ENTRIES_MAX },
          },
          signal,
        }),
      );
      return entries;
    },
    staleTime: 60_000,
  });

export const propertyNamesQuery = (projectId: number, event: string | undefined) =>
  queryOptions({
    queryKey: ["property-names", projectId, event ?? null],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/projects/{projectId}/events/properties", {
          params: {
            path: { projectId },
            query: { limit: PROPERTIES_MAX, ...(event === undefined ? {} : { event }) },
          },
          signal,
        }),
      ),
    staleTime: 60_000,
  });

export const propertyValuesQuery = (projectId: number, property: string, event: string | undefined) =>
  queryOptions({
    queryKey: ["property-values", projectId, event ?? null, property],
    queryFn: async ({ signal }): Promise<unknown[]> => {
      const values = await take(
        client.GET("/api/app/projects/{projectId}/events/properties/values", {
          params: {
            path: { projectId },
            query: { property, limit: VALUES_MAX, ...(event === undefined ? {} : { event }) },
          },
          signal,
        }),
      );
      return values.map(({ value }) => value);
    },
    staleTime: 60_000,
  });

export type SearchBody = Sent<"/api/app/projects/{projectId}/events/search", "post">;

export const searchQuery = (projectId: number, body: SearchBody) =>
  queryOptions({
    queryKey: ["events-search", projectId, body],
    queryFn: async ({ signal }) => {
      const { events, next } = await take(
        client.POST("/api/app/projects/{projectId}/events/search", {
          params: { path: { projectId } },
          body,
          signal,
        }),
      );
      return { events: events.map(toShown), next };
    },
    placeholderData: keepPreviousData,
  });

type FoundEvent = {
  id: string;
  event: string;
  time: string;
  received_at: string;
  properties: Record<string, unknown>;
};

const toShown = ({ id, event, time, received_at: receivedAt, properties }: FoundEvent): ShownEvent => ({
  ...{ id, event, time, receivedAt, properties },
  source: typeof properties.$source === "string" ? properties.$source : undefined,
});
