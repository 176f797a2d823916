import { Readable } from "node:stream";
import { type RawAnswer, type RawRequest, type RawRoute, rawRoute } from "../../http/index.ts";
import { ok, type Result } from "../../platform/result.ts";
import { createSlots } from "../../platform/slots.ts";
import type { Doors } from "../../projects/index.ts";
import { sayExpressionFailure } from "../expression/failure.ts";
import { type ParameterFailure, type Parameters, refuseParameter } from "../parameters.ts";
import { enterQuery, refuseAs, refuseQuery } from "../query-wire.ts";
import { type FindPageDeps, type FindPageFailure, findPage } from "./find-page.ts";
import { ENGAGE_PATH, engageOperation } from "./operation.ts";
import { type EngageQuestionFailure, readEngageQuestion } from "./question.ts";
import { writePage } from "./write-page.ts";

export type EngageQueryDeps = FindPageDeps & {
  doors: Pick<Doors, "open">;
  /** The property that a group key of the project names; undefined: there is no such key. */
  groupProperty(projectId: number, groupKeyId: number): Promise<string | undefined>;
};

const BODY_MAX_BYTES = 1_048_576;
/** Each looks through a whole project's profiles when it filters. */
const AT_ONCE = 8;

/** `/api/2.0/engage`: profiles by their properties, page by page. */
export function engageQueryRoutes(deps: EngageQueryDeps): RawRoute[] {
  const slots = createSlots(AT_ONCE);
  const handle = async (
    projectId: number,
    request: RawRequest,
    body: Buffer | undefined,
  ): Promise<RawAnswer> => {
    const parameters = readParameters(request, body);
    if (!parameters.ok) return refuse(request.path, parameters.failure);
    const question = readEngageQuestion(parameters.value);
    if (!question.ok) return refuse(request.path, question.failure);
    const { group, page, output } = question.value;
    const groupKey = /^\d{1,9}$/.test(group)
      ? ((await deps.groupProperty(projectId, Number(group))) ?? group)
      : group;
    const release = slots.take();
    if (release === undefined) {
      const sentence = "Too many questions about profiles are being answered; try again in a moment.";
      return refuseQuery(request.path, 429, sentence, { "retry-after": "1" });
    }
    const found = await findPage(deps, projectId, groupKey, question.value).finally(release);
    if (!found.ok) return refuse(request.path, found.failure);
    const pieces = writePage(deps.reader, { ...found.value, projectId, groupKey, page, output });
    return { status: 200, contentType: "application/json; charset=utf-8", body: Readable.from(pieces) };
  };
  return (["GET", "POST"] as const).map((method) =>
    rawRoute({
      method,
      urls: [ENGAGE_PATH, "/api/query/engage"],
      bodyMaxBytes: BODY_MAX_BYTES,
      tag: "Query API",
      operation: engageOperation(method),
      enter: (request) => enterQuery(deps.doors, request),
      handle: ({ projectId }, request, body) => handle(projectId, request, body),
      refuse: refuseAs(ENGAGE_PATH),
    }),
  );
}

/** The address wins over the body, which is a form or JSON: values that are no texts are read as their JSON. */
function readParameters(
  { query }: RawRequest,
  body: Buffer | undefined,
): Result<Parameters, ParameterFailure> {
  const text = body?.toString("utf8").trim() ?? "";
  if (text === "") return ok(query);
  if (!text.startsWith("{")) return ok({ ...Object.fromEntries(new URLSearchParams(text)), ...query });
  try {
    const fields = Object.entries(JSON.parse(text) as Record<string, unknown>)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);
    return ok({ ...Object.fromEntries(fields), ...query });
  } catch {
    return refuseParameter("body", "must be a form or a JSON object of parameters");
  }
}

function refuse(path: string, failure: EngageQuestionFailure | FindPageFailure): RawAnswer {
  switch (failure.code) {
    case "invalid_parameter":
      return refuseQuery(path, 400, failure.reason);
    case "unknown_session":
      return refuseQuery(path, 400, "session_id is unknown or older than an hour; begin again without it.");
    default:
      return refuseQuery(path, 400, `where ${sayExpressionFailure(failure)}`);
  }
}
