import {
  type HttpFailure,
  type RawAnswer,
  type RawRequest,
  type RawRoute,
  rawRoute,
} from "../../http/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { DoorFailure, Doors } from "../../projects/index.ts";
import { importOperation } from "./operation.ts";
import { type ImportOutcome, reply } from "./reply.ts";
import { type ImportDeps, runImport, tooLarge } from "./run-import.ts";

export type ImportRouteDeps = ImportDeps & {
  doors: Pick<Doors, "open">;
  /** Whether `api_key` in the address opens the door, as with the oldest clients. */
  legacyApiKey: boolean;
};

/** What a refusal looks like before it is known how the records come. */
const JSON_STYLE = { arrival: "body", strict: true, verbose: true } as const;

export function importRoutes(deps: ImportRouteDeps): RawRoute[] {
  const common = {
    urls: ["/import"],
    bodyMaxBytes: deps.limits.bodyMaxBytes,
    tag: "Ingestion",
    enter: (request: RawRequest) => enter(deps, request),
    handle: (
      { projectId }: { projectId: number },
      { query, headers, clientAddress }: RawRequest,
      body: Buffer | undefined,
    ) =>
      runImport(deps, projectId, {
        query,
        contentType: headers["content-type"],
        encoding: headers["content-encoding"],
        body,
        clientAddress,
      }),
    refuse: (failure: HttpFailure) => refuse(deps, failure),
  };
  return (["POST", "GET"] as const).map((method) =>
    rawRoute({ ...common, method, operation: importOperation(method, deps.limits) }),
  );
}

async function enter(
  { doors, legacyApiKey }: ImportRouteDeps,
  { id, query, headers, clientAddress }: RawRequest,
): Promise<Result<{ projectId: number }, RawAnswer>> {
  const entered = await doors.open({
    authorization: headers.authorization,
    apiKey: legacyApiKey ? query.api_key : undefined,
    projectId: query.project_id,
    least: "admin",
    keys: ["token", "secret"],
    clientAddress,
    requestId: id,
  });
  return entered.ok ? ok(entered.value) : fail(reply(refusal(entered.failure), JSON_STYLE));
}

function refusal(failure: DoorFailure): ImportOutcome {
  switch (failure.code) {
    case "invalid_credentials":
      return {
        kind: "failed",
        status: 401,
        error: "Invalid credentials",
        headers: { "www-authenticate": 'Basic realm="Tributary"' },
      };
    case "too_many_failures":
      return {
        kind: "failed",
        status: 429,
        error: "Too many failed sign-ins from this address; wait and try again.",
        headers: { "retry-after": String(failure.retryAfterS) },
      };
    case "project_id_missing":
      return {
        kind: "failed",
        status: 400,
        error: "project_id: is required in the query with a service account",
      };
    case "project_id_invalid":
      return { kind: "failed", status: 400, error: "project_id: must be a whole number" };
    case "no_access":
      return {
        kind: "failed",
        status: 403,
        error: "This project does not exist or these credentials have no role in it.",
      };
    case "role_too_low":
      return {
        kind: "failed",
        status: 403,
        error: `Importing events needs the project role ${failure.least} or wider; these credentials have ${failure.role}.`,
      };
    case "other_region": {
      const where =
        failure.baseUrl === undefined ? "" : ` Its address is ${new URL(failure.baseUrl).origin}.`;
      return {
        kind: "failed",
        status: 403,
        error: `This project lives in the region ${failure.region}.${where}`,
      };
    }
  }
}

function refuse({ limits }: ImportRouteDeps, { status, message, headers }: HttpFailure): RawAnswer {
  const error = status === 413 ? tooLarge(limits) : message;
  return reply({ kind: "failed", status, error, headers, wholeBatch: status === 400 }, JSON_STYLE);
}
