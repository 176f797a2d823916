import { type RawAnswer, type RawRequest, type RawRoute, rawRoute } from "../../http/index.ts";
import type { LinksReader } from "../../identity/index.ts";
import { acceptsCoding } from "../../platform/accept-encoding.ts";
import { PERMISSIONS } from "../../platform/access/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Doors } from "../../projects/index.ts";
import { EVENT_JOINING } from "../exported-properties.ts";
import { sayExpressionFailure } from "../expression/failure.ts";
import { joinLookups } from "../join-lookups.ts";
import type { Lookups } from "../lookups.ts";
import { enterQuery, refuseAs, refuseQuery } from "../query-wire.ts";
import { resolveIdsInFilter } from "../resolve-ids-in-filter.ts";
import { COMPRESS_FROM_CHARS, compress } from "./compress.ts";
import { EXPORT_OPERATION, EXPORT_PATH } from "./operation.ts";
import { type ExportQuestion, makeFilter, type QuestionFailure, readExportQuestion } from "./question.ts";
import { refuseStream } from "./refuse-stream-wire.ts";
import { type ExportBody, type ExportDeps, type ExportFailure, startExport } from "./start-export.ts";

export type ExportRouteDeps = Omit<ExportDeps, "store"> & {
  store: ExportDeps["store"] & LinksReader;
  lookups?: Lookups | undefined;
  doors: Pick<Doors, "open">;
  clock: Clock;
};

export const exportRoute = (deps: ExportRouteDeps): RawRoute =>
  rawRoute({
    method: "GET",
    head: true,
    urls: [EXPORT_PATH, "/export"],
    bodyMaxBytes: 1024,
    tag: "Export",
    operation: EXPORT_OPERATION,
    enter: (request) => enterQuery(deps.doors, request, PERMISSIONS["events:export"].least),
    async handle({ projectId }, request) {
      const question = readExportQuestion(request.query, deps.clock.now());
      if (!question.ok) return refuse(request.path, question.failure, deps);
      // Whoever asks only for the head learns whether the question fits; no event is read for it.
      if (request.method === "HEAD") return answer("", request);
      const resolved = await resolveQuestion(deps, projectId, question.value);
      const started = await startExport(deps, projectId, resolved);
      return started.ok ? answer(started.value, request) : refuse(request.path, started.failure, deps);
    },
    refuse: refuseAs(EXPORT_PATH),
  });

/** What a filter says of persons and lookup tables, as they are now. */
async function resolveQuestion(
  { store, lookups }: Pick<ExportRouteDeps, "store" | "lookups">,
  projectId: number,
  question: ExportQuestion,
): Promise<ExportQuestion> {
  if (question.filter === undefined) return question;
  const expression = await resolveIdsInFilter(store, projectId, question.filter.expression);
  const join = lookups && (await joinLookups(lookups, projectId, expression, EVENT_JOINING));
  const filter = makeFilter(expression, join);
  // Neither another id in the place of an id nor a join changes what an expression may say.
  return filter.ok ? { ...question, filter: filter.value } : question;
}

function answer(body: ExportBody, request: RawRequest): RawAnswer {
  const isLong = typeof body !== "string" || body.length > COMPRESS_FROM_CHARS;
  const packed = isLong && acceptsCoding(request.headers["accept-encoding"], "gzip");
  return {
    status: 200,
    body: packed ? compress(body) : body,
    contentType: "text/plain; charset=utf-8",
    headers: { vary: "accept-encoding", ...(packed ? { "content-encoding": "gzip" } : {}) },
  };
}

function refuse(
  path: string,
  failure: QuestionFailure | ExportFailure,
  { settings }: Pick<ExportDeps, "settings">,
): RawAnswer {
  switch (failure.code) {
    case "invalid_parameter":
      return refuseQuery(path, 400, failure.reason);
    case "too_many_exports":
    case "stopping":
    case "timed_out":
      return refuseStream(path, failure, settings);
    default:
      return refuseQuery(path, 400, `where: ${sayExpressionFailure(failure)}`);
  }
}
