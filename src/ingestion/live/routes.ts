import { type RawAnswer, type RawRequest, type RawRoute, rawRoute } from "../../http/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { DoorFailure, Doors } from "../../projects/index.ts";
import { readFilter } from "./filter.ts";
import type { ListenFailure, LiveTail } from "./live-tail.ts";
import { LIVE_OPERATION } from "./operation.ts";

export type LiveRouteDeps = { tail: LiveTail; doors: Pick<Doors, "open"> };

const PATH = "/api/app/projects/:projectId/events/live";
const RETRY_AFTER_S = "10";

/** A stream, so it is no route of the application API by its make; its refusals look like theirs. */
export const liveRoutes = ({ tail, doors }: LiveRouteDeps): RawRoute[] => [
  rawRoute<{ projectId: number }>({
    method: "GET",
    urls: [PATH],
    bodyMaxBytes: 1024,
    tag: "Events",
    operation: LIVE_OPERATION,
    enter: (request) => enter(doors, request),
    async handle({ projectId }, request) {
      const filter = readFilter(request.query);
      if (!filter.ok) {
        const { field, reason } = filter.failure;
        return refuse(400, "invalid_query", `${field}: ${reason}.`, { field });
      }
      const listening = tail.listen(projectId, filter.value, async () => (await enter(doors, request)).ok);
      if (!listening.ok) return refuseListener(listening.failure);
      return {
        status: 200,
        contentType: "text/event-stream",
        body: listening.value.stream,
        // Some proxies gather an answer before they pass it on, unless they are told.
        headers: { "x-accel-buffering": "no" },
      };
    },
    refuse: ({ status, type, message, headers }) => refuse(status, type, message, { headers }),
  }),
];

async function enter(
  doors: Pick<Doors, "open">,
  { id, path, headers, clientAddress }: RawRequest,
): Promise<Result<{ projectId: number }, RawAnswer>> {
  const opened = await doors.open({
    authorization: headers.authorization,
    projectId: path.split("/")[4],
    least: "consumer",
    keys: [],
    clientAddress,
    requestId: id,
  });
  return opened.ok ? ok(opened.value) : fail(refuseDoor(opened.failure));
}

function refuse(
  status: number,
  type: string,
  error: string,
  more: { field?: string; headers?: Record<string, string> } = {},
): RawAnswer {
  const { field, headers = {} } = more;
  return {
    status,
    contentType: "application/json; charset=utf-8",
    body: JSON.stringify({ error, status: "error", type, ...(field === undefined ? {} : { field }) }),
    headers,
  };
}

function refuseListener(failure: ListenFailure): RawAnswer {
  const headers = { "retry-after": RETRY_AFTER_S };
  return failure.code === "stopping"
    ? refuse(503, failure.code, "The server is stopping; try again in a while.", { headers })
    : refuse(429, failure.code, `At most ${failure.most} clients may listen to a project at once.`, {
        headers,
      });
}

function refuseDoor(failure: DoorFailure): RawAnswer {
  switch (failure.code) {
    case "invalid_credentials":
      return refuse(
        401,
        "unauthenticated",
        "Valid credentials are required: send a service account's username and secret as HTTP Basic authentication.",
        { headers: { "www-authenticate": 'Basic realm="tributary", charset="UTF-8"' } },
      );
    case "too_many_failures":
      return refuse(429, failure.code, "Too many failed sign-ins from this address; wait and try again.", {
        headers: { "retry-after": String(failure.retryAfterS) },
      });
    case "project_id_missing":
    case "project_id_invalid":
      return refuse(400, "invalid_path", "projectId: must be a whole number in the path.", {
        field: "projectId",
      });
    case "no_access":
    case "role_too_low":
      return refuse(403, "no_access", "This project does not exist or these credentials have no role in it.");
    case "other_region": {
      const where = failure.baseUrl === undefined ? "" : ` Use ${failure.baseUrl} instead.`;
      return refuse(
        403,
        failure.code,
        `This project's data resides in the region '${failure.region}', which this server does not serve.${where}`,
      );
    }
  }
}
