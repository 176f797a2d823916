import type { HttpFailure, RawAnswer, RawRequest } from "../http/index.ts";
import { fail, ok, type Result } from "../platform/result.ts";
import type { DoorFailure, Doors } from "../projects/index.ts";

/** What the public query API answers to what it refuses: clients read `error`, and `request` says which call it was. */
export function refuseQuery(
  path: string,
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): RawAnswer {
  return {
    status,
    body: JSON.stringify({ status: "error", error, request: path }),
    contentType: "application/json; charset=utf-8",
    headers,
  };
}

export const answerJson = (body: string): RawAnswer => ({
  status: 200,
  body,
  contentType: "application/json; charset=utf-8",
});

/** A refusal of the shell. It does not know the request any more; the path is the one the document names. */
export const refuseAs =
  (path: string) =>
  (failure: HttpFailure): RawAnswer =>
    refuseQuery(path, failure.status, failure.message, failure.headers);

/** Whoever may read the project: any role in it, or its secret. The token is public and opens nothing here. */
export async function enterQuery(
  doors: Pick<Doors, "open">,
  request: RawRequest,
): Promise<Result<{ projectId: number }, RawAnswer>> {
  const opened = await doors.open({
    authorization: request.headers.authorization,
    projectId: request.query.project_id,
    least: "consumer",
    keys: ["secret"],
    clientAddress: request.clientAddress,
    requestId: request.id,
  });
  return opened.ok ? ok(opened.value) : fail(refuseDoor(request.path, opened.failure));
}

function refuseDoor(path: string, failure: DoorFailure): RawAnswer {
  switch (failure.code) {
    case "invalid_credentials":
      return refuseQuery(
        path,
        401,
        "Valid credentials are required: send a service account's username and secret, or the project's secret as the username, as HTTP Basic authentication.",
        { "www-authenticate": 'Basic realm="tributary", charset="UTF-8"' },
      );
    case "too_many_failures":
      return refuseQuery(path, 429, "Too many failed sign-ins from this address; wait and try again.", {
        "retry-after": String(failure.retryAfterS),
      });
    case "project_id_missing":
      return refuseQuery(path, 400, "project_id is required when a service account asks.");
    case "project_id_invalid":
      return refuseQuery(path, 400, "project_id must be the number of a project.");
    case "role_too_low":
      return refuseQuery(path, 403, `This takes the role ${failure.least} in the project.`);
    case "no_access":
      return refuseQuery(path, 403, "This project does not exist or these credentials have no role in it.");
    case "other_region":
      return refuseQuery(
        path,
        403,
        `This project's data resides in the region '${failure.region}', which this server does not serve.${failure.baseUrl === undefined ? "" : ` Use ${failure.baseUrl.replace(/\/api\/app$/, "")} instead.`}`,
      );
  }
}
