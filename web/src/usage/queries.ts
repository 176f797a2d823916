import { queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Taken } from "../api/types.ts";
import type { DaySpan } from "./months.ts";

export type Settled = Taken<"/api/app/projects/{projectId}/settlements", "get">["lines"][number];
export type EventUsage = Taken<"/api/app/projects/{projectId}/usage/events", "get">;

export const usageQuery = (projectId: number, span: DaySpan) =>
  queryOptions({
    queryKey: ["usage", projectId, span],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/projects/{projectId}/usage", {
          params: { path: { projectId }, query: span },
          signal,
        }),
      ),
  });

/** Line by line: source, import, job and day. */
export const settledQuery = (projectId: number, span: DaySpan) =>
  queryOptions({
    queryKey: ["settlements", projectId, span],
    queryFn: async ({ signal }) => {
      const { lines } = await take(
        client.GET("/api/app/projects/{projectId}/settlements", {
          params: { path: { projectId }, query: span },
          signal,
        }),
      );
      return lines;
    },
  });

export const eventUsageQuery = (projectId: number, span: DaySpan) =>
  queryOptions({
    queryKey: ["usage-events", projectId, span],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/projects/{projectId}/usage/events", {
          params: { path: { projectId }, query: { ...span, limit: 50 } },
          signal,
        }),
      ),
  });
