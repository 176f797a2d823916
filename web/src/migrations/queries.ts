import { queryOptions } from "@tanstack/react-query";
import { client, take } from "../api/client.ts";
import type { Sent, Taken } from "../api/types.ts";

const ONE = "/migrate/jobs/{jobId}";

export type Migration = Taken<typeof ONE, "get">;
export type Plan = NonNullable<Migration["plan"]>;
export type Certificate = Taken<`${typeof ONE}/certificate`, "get">;
export type CertificateLine = Certificate["lines"][number];
export type Verification = Taken<`${typeof ONE}/verify`, "post">;
export type MigrationRequest = Sent<"/migrate/{sourceTool}", "post">;

const LOOK_EVERY_MS = 1_000;

const AT_WORK: readonly Migration["state"][] = ["queued", "running", "rolling_back"];
export const isAtWork = ({ state }: Pick<Migration, "state">): boolean => AT_WORK.includes(state);

export const migrationsKey = (projectId: number) => ["migrations", projectId] as const;

export const toolsQuery = queryOptions({
  queryKey: ["migration-tools"],
  queryFn: ({ signal }) => take(client.GET("/migrate", { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

export const migrationsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...migrationsKey(projectId), "list"],
    queryFn: ({ signal }) =>
      take(client.GET("/migrate/jobs", { params: { query: { project_id: projectId } }, signal })),
    refetchInterval: ({ state }) => (state.data?.jobs.some(isAtWork) ? LOOK_EVERY_MS * 2 : false),
  });

export const migrationQuery = (projectId: number, jobId: string) =>
  queryOptions({
    queryKey: [...migrationsKey(projectId), "one", jobId],
    queryFn: ({ signal }) => take(client.GET(ONE, { params: { path: { jobId } }, signal })),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isAtWork(state.data) ? LOOK_EVERY_MS : false,
  });

export const certificateQuery = (projectId: number, jobId: string) =>
  queryOptions({
    queryKey: [...migrationsKey(projectId), "certificate", jobId],
    queryFn: ({ signal }) => take(client.GET(`${ONE}/certificate`, { params: { path: { jobId } }, signal })),
    staleTime: 60_000,
  });
