import { createHash } from "node:crypto";
import {
  type HttpFailure,
  type RawAnswer,
  type RawRequest,
  type RawRoute,
  rawRoute,
} from "../../http/index.ts";
import type { Config } from "../../platform/config/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { type DoorFailure, type Doors, explainDoor } from "../../projects/index.ts";
import { evaluateFlags } from "./evaluate.ts";
import { definitionsOperation, evaluateOperation } from "./operations.ts";
import { readContext } from "./read-context.ts";
import type { ServedFlagsMemory } from "./served-flags.ts";

export type EvaluationDeps = {
  doors: Pick<Doors, "open">;
  served: Pick<ServedFlagsMemory, "find">;
  definitionsAccess: Config["FLAG_DEFINITIONS_ACCESS"];
};

/** Contexts are small; the address itself is bounded by the server. */
const BODY_MAX_BYTES = 64 * 1024;
const JSON_TYPE = "application/json; charset=utf-8";
const tag = "Feature flags";

/** Where client libraries ask which variants somebody gets. */
export function evaluationRoutes(deps: EvaluationDeps): RawRoute[] {
  const urls = ["/flags"] as const;
  const common = {
    urls,
    tag,
    openToPages: true,
    bodyMaxBytes: BODY_MAX_BYTES,
    enter: (request: RawRequest) => enter(deps.doors, request),
    refuse: refuseShell,
  };
  const handle = (entered: Entered, request: RawRequest, body: Buffer | undefined) =>
    answerFlags(deps, entered, request, body);
  return [
    rawRoute({ ...common, method: "GET", operation: evaluateOperation("GET"), handle }),
    rawRoute({ ...common, method: "POST", operation: evaluateOperation("POST"), handle }),
    rawRoute({
      ...common,
      urls: ["/flags/definitions"],
      method: "GET",
      operation: definitionsOperation,
      handle: (entered: Entered, request) => answerDefinitions(deps, entered, request),
    }),
  ];
}

/** `byToken`: with no more than the project's token, which is public. */
type Entered = { projectId: number; byToken: boolean };

async function answerFlags(
  { served }: EvaluationDeps,
  { projectId }: Entered,
  { query }: RawRequest,
  body: Buffer | undefined,
): Promise<RawAnswer> {
  const context = readContext(query.context, body);
  if (!context.ok) return refuse(400, "invalid_context", context.failure);
  const { flags } = await served.find(projectId);
  const one = query.flag_key === undefined ? undefined : flags.get(query.flag_key);
  const asked = query.flag_key === undefined ? flags.values() : one === undefined ? [] : [one];
  const headers = { "cache-control": "no-store" };
  return { status: 200, contentType: JSON_TYPE, headers, body: evaluateFlags(asked, context.value) };
}

async function answerDefinitions(
  { served, definitionsAccess }: EvaluationDeps,
  { projectId, byToken }: Entered,
  request: RawRequest,
): Promise<RawAnswer> {
  if (byToken && definitionsAccess === "service-account")
    return refuse(
      403,
      "service_account_required",
      "This server gives flag definitions to service accounts only: send a service account's username and secret as HTTP Basic authentication, with project_id in the query.",
    );
  const known = (await served.find(projectId)).definitions;
  const definitions = byToken ? known.public : known.complete;
  const etag = `"${createHash("sha256").update(definitions).digest("base64url")}"`;
  const headers = { etag, "cache-control": "private, max-age=0", vary: "Origin, Authorization" };
  return request.headers["if-none-match"] === etag
    ? { status: 304, contentType: JSON_TYPE, headers, body: "" }
    : { status: 200, contentType: JSON_TYPE, headers, body: definitions };
}

/** The token, which is public, or an account with any role in the project. A client without a token sends the word `null`. */
async function enter(doors: Pick<Doors, "open">, request: RawRequest): Promise<Result<Entered, RawAnswer>> {
  const { authorization } = request.headers;
  const { token } = request.query;
  const opened = await doors.open({
    authorization:
      authorization ??
      (token && token !== "null" ? `Basic ${Buffer.from(`${token}:`).toString("base64")}` : undefined),
    projectId: request.query.project_id,
    least: "consumer",
    keys: ["token"],
    clientAddress: request.clientAddress,
    requestId: request.id,
  });
  if (!opened.ok) return fail(refuseDoor(opened.failure));
  const { projectId, principal } = opened.value;
  return ok({ projectId, byToken: principal === undefined });
}

const WORDS = {
  deed: "Asking for flags",
  unauthenticated:
    "Send the project's token as the username of HTTP Basic authentication, with no password, or a service account.",
};

function refuseDoor(failure: DoorFailure): RawAnswer {
  const { status, error, headers } = explainDoor(failure, WORDS);
  return refuse(
    status,
    failure.code === "invalid_credentials" ? "unauthenticated" : failure.code,
    error,
    headers,
  );
}

function refuse(
  status: number,
  type: string,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): RawAnswer {
  return { status, contentType: JSON_TYPE, headers, body: JSON.stringify({ error, status: "error", type }) };
}

const refuseShell = (failure: HttpFailure): RawAnswer =>
  refuse(failure.status, failure.type, failure.message, failure.headers);
