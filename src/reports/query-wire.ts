import type { HttpFailure, RawAnswer, RawRequest } from "../http/index.ts";
import type { ProjectRole } from "../platform/access/index.ts";
import { fail, ok, type Result } from "../platform/result.ts";
import { type Doors, explainDoor } from "../projects/index.ts";

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

const WORDS = {
  deed: "Reading",
  unauthenticated:
    "Valid credentials are required: send a service account's username and secret, or the project's secret as the username, as HTTP Basic authentication.",
};

/** Whoever may read the project: any role in it unless more is asked for, or its secret. The token is public and opens nothing here. */
export async function enterQuery(
  doors: Pick<Doors, "open">,
  request: RawRequest,
  least: ProjectRole = "consumer",
): Promise<Result<{ projectId: number }, RawAnswer>> {
  const opened = await doors.open({
    authorization: request.headers.authorization,
    session: request.session,
    projectId: request.query.project_id,
    least,
    keys: ["secret"],
    clientAddress: request.clientAddress,
    requestId: request.id,
  });
  if (opened.ok) return ok(opened.value);
  const { status, error, headers } = explainDoor(opened.failure, WORDS);
  return fail(refuseQuery(request.path, status, error, headers));
}
