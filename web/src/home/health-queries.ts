import { queryOptions } from "@tanstack/react-query";
import { client, take, takeWhole } from "../api/client.ts";

export type Readiness = {
  parts?: { loader?: { lanes?: Record<string, { waitingMs?: number }> } };
};
export type MigrationJob = { job_id: string; state: string; source_tool: string; dry_run: boolean };

export const readinessQuery = queryOptions({
  queryKey: ["readiness"],
  queryFn: async ({ signal }) => (await takeWhole(client.GET("/readyz", { signal }))) as Readiness,
});

export const migrationsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["migrations", projectId, "latest"],
    queryFn: async ({ signal }) => {
      // The migration service describes its answers by examples only.
      const results: unknown = await take(
        client.GET("/migrate/jobs", { params: { query: { project_id: projectId, limit: 20 } }, signal }),
      );
      return (results as { jobs?: MigrationJob[] }).jobs ?? [];
    },
  });
