import { queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Sent } from "../api/types.ts";

export type ProjectDraft = Sent<"/api/app/organizations/{organizationId}/projects", "post">;

const DAY_MS = 86_400_000;
export const SHOWN_DAYS = 14;

/** What a project received lately, by UTC day. */
export const recentUsageQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["usage", projectId, "last-days", SHOWN_DAYS],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - (SHOWN_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
      const params = { path: { projectId }, query: { from } };
      return take(client.GET("/api/app/projects/{projectId}/usage", { params, signal }));
    },
  });

export const createProject = (organizationId: number, body: ProjectDraft) =>
  take(
    client.POST("/api/app/organizations/{organizationId}/projects", {
      params: { path: { organizationId } },
      body,
    }),
  );

/** Those of an organization that can still be restored. */
export const deletedProjectsQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ["deleted-projects", organizationId],
    queryFn: ({ signal }) =>
      take(
        client.GET("/api/app/organizations/{organizationId}/projects", {
          params: { path: { organizationId }, query: { deleted: true } },
          signal,
        }),
      ),
  });

export const restoreProject = ({ id, organization_id }: { id: number; organization_id: number }) =>
  take(
    client.POST("/api/app/organizations/{organizationId}/projects/{projectId}/restore", {
      params: { path: { organizationId: organization_id, projectId: id } },
    }),
  );
