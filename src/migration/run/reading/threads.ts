import type { MigrationDeps } from "../../deps.ts";
import type { Origin } from "../../origin.ts";
import type { Job } from "../../types.ts";
import { contextOf } from "../load-slice.ts";
import { LineThread } from "./line-thread.ts";

export type Threads = ReturnType<typeof createThreads>;

/** The thread of a job, for all its slices: what it has learned of the first ones holds for the others. */
export function createThreads({ findColumns }: Pick<MigrationDeps, "findColumns">, origin: Origin, job: Job) {
  const context = contextOf(job);
  const canWrite = !job.dryRun && !job.options.profilesOnly && origin.writer?.(context) !== undefined;
  let thread: LineThread | undefined;
  return {
    /** For the slice at this path. Undefined where every line has to be parsed. A new one in place of one that broke off. */
    async get(path: string): Promise<LineThread | undefined> {
      if (!canWrite || thread?.canRead(path) === true) return thread;
      await thread?.close();
      thread = new LineThread({ tool: origin.tool, context }, () => findColumns(job.projectId));
      return thread;
    },
    async close(): Promise<void> {
      await thread?.close();
    },
  };
}
