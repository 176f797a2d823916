import { type RawAnswer, type RawRequest, type RawRoute, rawRoute } from "../../http/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Doors } from "../../projects/index.ts";
import { sayExpressionFailure } from "../expression/failure.ts";
import { enterQuery, refuseAs, refuseQuery } from "../query-wire.ts";
import { acceptsGzip, COMPRESS_FROM_CHARS, compress } from "./compress.ts";
import { EXPORT_OPERATION, EXPORT_PATH } from "./operation.ts";
import { type QuestionFailure, readExportQuestion } from "./question.ts";
import { type ExportBody, type ExportDeps, type ExportFailure, startExport } from "./start-export.ts";

export type ExportRouteDeps = ExportDeps & { doors: Pick<Doors, "open">; clock: Clock };

const RETRY_AFTER_S = 5;

export const exportRoute = (deps: ExportRouteDeps): RawRoute =>
  rawRoute({
    method: "GET",
    head: true,
    urls: [EXPORT_PATH, "/export"],
    bodyMaxBytes: 1024,
    tag: "Export",
    operation: EXPORT_OPERATION,
    enter: (request) => enterQuery(deps.doors, request),
    async handle({ projectId }, request) {
      const question = readExportQuestion(request.query, deps.clock.now());
      if (!question.ok) return refuse(request.path, question.failure, deps);
      // Whoever asks only for the head learns whether the question fits; no event is read for it.
      if (request.method === "HEAD") return answer("", request);
      const started = await startExport(deps, projectId, question.value);
      return started.ok ? answer(started.value, request) : refuse(request.path, started.failure, deps);
    },
    refuse: refuseAs(EXPORT_PATH),
  });

function answer(body: ExportBody, request: RawRequest): RawAnswer {
  const isLong = typeof body !== "string" || body.length > COMPRESS_FROM_CHARS;
  const packed = isLong && acceptsGzip(request.headers["accept-encoding"]);
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
      return refuseQuery(path, 429, "Too many exports run at the same time; try again in a while.", {
        "retry-after": String(RETRY_AFTER_S),
      });
    case "stopping":
      return refuseQuery(path, 503, "The server is stopping; try again in a while.", {
        "retry-after": String(RETRY_AFTER_S),
      });
    case "timed_out": {
      const seconds = settings.startTimeoutMs / 1000;
      return refuseQuery(
        path,
        504,
        `No event was found within ${seconds} seconds; ask for fewer days or events.`,
      );
    }
    default:
      return refuseQuery(path, 400, `where: ${sayExpressionFailure(failure)}`);
  }
}
