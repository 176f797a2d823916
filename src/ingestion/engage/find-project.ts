import { fail, ok, type Result } from "../../platform/result.ts";
import type { DoorFailure, Doors } from "../../projects/index.ts";
import type { SdkOutcome } from "../sdk/outcome.ts";
import type { SdkBatch } from "../sdk/routes.ts";

export type ProjectFinder = {
  byToken(token: string): number | undefined | Promise<number | undefined>;
  /** For records without a token: whose credentials came with the request. Asked once, and only when there is such a record. */
  byCredentials(): Promise<Result<number, SdkOutcome> | undefined>;
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
      return opened.ok ? ok(opened.value.projectId) : fail(refusal(opened.failure));
    },
  };
}

function refusal(failure: DoorFailure): SdkOutcome {
  const failed = (status: number, error: string, headers: Record<string, string> = {}): SdkOutcome => ({
    kind: "failed",
    status,
    error,
    headers,
  });
  switch (failure.code) {
    case "invalid_credentials":
      return failed(
        401,
        "Records without '$token' need valid credentials: a service account and project_id, or the project's token or secret.",
        { "www-authenticate": 'Basic realm="Tributary"' },
      );
    case "too_many_failures":
      return failed(429, "Too many failed sign-ins from this address; wait and try again.", {
        "retry-after": String(failure.retryAfterS),
      });
    case "project_id_missing":
      return failed(400, "project_id: is required in the query with a service account");
    case "project_id_invalid":
      return failed(400, "project_id: must be a whole number");
    case "no_access":
      return failed(403, "This project does not exist or these credentials have no role in it.");
    case "role_too_low":
      return failed(
        403,
        `Updating profiles needs the project role ${failure.least} or wider; these credentials have ${failure.role}.`,
      );
    case "other_region": {
      const where =
        failure.baseUrl === undefined ? "" : ` Its address is ${new URL(failure.baseUrl).origin}.`;
      return failed(403, `This project lives in the region ${failure.region}.${where}`);
    }
  }
}
