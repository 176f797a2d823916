import type { Tool } from "./changes.ts";
import type { MigrationRequest } from "./queries.ts";

/** What a dry run was asked with, so that the run itself need not be typed again. */
export type KeptRequest = { tool: Tool; body: MigrationRequest };

/** In the memory of this page alone: credentials are never stored, and gone when the page is loaded again. */
const kept = new Map<string, KeptRequest>();

export const keepRequest = (jobId: string, request: KeptRequest): void => {
  kept.clear();
  kept.set(jobId, request);
};

export const keptRequest = (jobId: string): KeptRequest | undefined => kept.get(jobId);

export const forgetRequests = (): void => kept.clear();
