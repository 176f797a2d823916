import { type RawAnswer, type RawRequest, type RawRoute, rawRoute } from "../../http/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { type DoorFailure, type Doors, explainDoor } from "../../projects/index.ts";
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
  { id, path, headers, clientAddress, session }: RawRequest,
): Promise<Result<{ projectId: number }, RawAnswer>> {
  const opened = await doors.open({
    authorization: headers.authorization,
    session,
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

const WORDS = {
  deed: "Listening",
  unauthenticated:
    "Valid credentials are required: send a service account's username and secret as HTTP Basic authentication.",
};

const isNobody = ({ code }: DoorFailure): boolean =>
  code === "invalid_credentials" || code === "session_ended";

/** As the application API says it: its project stands in the path, and a role that is too narrow is no role. */
function refuseDoor(failure: DoorFailure): RawAnswer {
  if (failure.code === "project_id_missing" || failure.code === "project_id_invalid") {
    const error = "projectId: must be a whole number in the path.";
    return refuse(400, "invalid_path", error, { field: "projectId" });
  }
  const { status, error, headers } = explainDoor(failure, WORDS);
  return refuse(status, isNobody(failure) ? "unauthenticated" : failure.code, error, {
    headers,
  });
}
