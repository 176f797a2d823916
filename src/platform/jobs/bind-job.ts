import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { fail, ok, type Result } from "../result.ts";
import type { Job, JobContext, JobKind } from "./job.ts";

/** A job together with its dependencies, its types closed over: what a node can run. */
export type BoundJob = {
  kind: JobKind<TSchema>;
  /** Refuses a payload that an older version wrote and this one cannot read; throws whatever the job throws. */
  run(
    payload: unknown,
    context: JobContext,
  ): Promise<Result<void, { code: "payload_unfit"; reason: string }>>;
};

export function bindJob<Deps, Schema extends TSchema>(job: Job<Deps, Schema>, deps: Deps): BoundJob {
  return {
    kind: job,
    async run(payload, context) {
      if (!Value.Check(job.payload, payload)) {
        return fail({ code: "payload_unfit", reason: describeMisfit(job, payload) });
      }
      await job.run(deps, payload, context);
      return ok(undefined);
    },
  };
}

const PROBLEMS_MAX = 5;

export function describeMisfit(kind: Pick<JobKind<TSchema>, "name" | "payload">, payload: unknown): string {
  const problems = Value.Errors(kind.payload, payload)
    .slice(0, PROBLEMS_MAX)
    .map((error) => (error.instancePath ? `${error.instancePath} ${error.message}` : error.message));
  return `the payload does not fit the schema of job ${kind.name}: ${problems.join("; ")}`;
}
