import { client, take } from "../api/client.ts";
import type { MigrationRequest } from "./queries.ts";

const ONE = "/migrate/jobs/{jobId}";

export type Tool = "amplitude" | "mixpanel";
export type Credentials = { SOURCE_API_KEY: string; SOURCE_API_SECRET: string };

/** Answers at once; the page of the migration shows how it goes. */
export const startMigration = (sourceTool: Tool, body: MigrationRequest) =>
  take(client.POST("/migrate/{sourceTool}", { params: { path: { sourceTool }, query: { wait: 0 } }, body }));

export const pauseMigration = (jobId: string) =>
  take(client.POST(`${ONE}/pause`, { params: { path: { jobId } } }));

export const cancelMigration = (jobId: string) => take(client.DELETE(ONE, { params: { path: { jobId } } }));

export const resumeMigration = (jobId: string, more: Partial<Credentials> & { ALLOW_OVER_LIMIT?: boolean }) =>
  take(client.POST(`${ONE}/resume`, { params: { path: { jobId } }, body: more }));

export const rollBackMigration = (jobId: string) =>
  take(client.POST(`${ONE}/rollback`, { params: { path: { jobId }, query: { wait: 0 } } }));

export const verifyMigration = (jobId: string) =>
  take(client.POST(`${ONE}/verify`, { params: { path: { jobId } } }));
