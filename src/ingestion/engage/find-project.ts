import { fail, ok, type Result } from "../../platform/result.ts";
import { type Doors, explainDoor } from "../../projects/index.ts";
import type { SdkOutcome } from "../sdk/outcome.ts";
import type { SdkBatch } from "../sdk/routes.ts";

export type ProjectFinder = {
  byToken(token: string): number | undefined | Promise<number | undefined>;
  /** For records without a token: whose credentials came with the request. Asked once, and only when there is such a record. */
  byCredentials(): Promise<Result<number, SdkOutcome> | undefined>;
};

const WORDS = {
  deed: "Updating profiles",
  unauthenticated:
    "Records without '$token' need valid credentials: a service account and project_id, or the project's token or secret.",
};

/** Which project a record is for: its token says it, or else the credentials of the request and `project_id`. */
export function createProjectFinder(
  doors: Pick<Doors, "open" | "projectOf">,
  { authorization, query, clientAddress, requestId }: SdkBatch,
): ProjectFinder {
  return {
    byToken: doors.projectOf,
    async byCredentials() {
      if (authorization === undefined || authorization.trim() === "") return undefined;
      const opened = await doors.open({
        authorization,
        projectId: query.project_id,
        least: "admin",
        keys: ["token", "secret"],
        clientAddress,
        requestId,
      });
      if (opened.ok) return ok(opened.value.projectId);
      return fail({ kind: "failed", ...explainDoor(opened.failure, WORDS) });
    },
  };
}
