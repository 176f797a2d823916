import {
  type HttpFailure,
  type RawAnswer,
  type RawRequest,
  type RawRoute,
  rawRoute,
} from "../../http/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { type Doors, explainDoor } from "../../projects/index.ts";
import { tooLarge } from "../wire/words.ts";
import { importOperation } from "./operation.ts";
import { reply } from "./reply.ts";
import { type ImportDeps, runImport } from "./run-import.ts";

export type ImportRouteDeps = ImportDeps & {
  doors: Pick<Doors, "open">;
  /** Whether `api_key` in the address opens the door, as with the oldest clients. */
  legacyApiKey: boolean;
};

/** What a refusal looks like before it is known how the records come. */
const JSON_STYLE = { arrival: "body", strict: true, verbose: true } as const;

const WORDS = { deed: "Importing events", unauthenticated: "Invalid credentials" };

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
  if (entered.ok) return ok(entered.value);
  const refusal = explainDoor(entered.failure, WORDS);
  return fail(reply({ kind: "failed", ...refusal }, JSON_STYLE));
}

function refuse({ limits }: ImportRouteDeps, { status, message, headers }: HttpFailure): RawAnswer {
  const error = status === 413 ? tooLarge(limits) : message;
  return reply({ kind: "failed", status, error, headers, wholeBatch: status === 400 }, JSON_STYLE);
}
