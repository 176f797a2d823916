import { type RawAnswer, type RawRoute, rawRoute, whileAsked } from "../../http/index.ts";
import { PERMISSIONS } from "../../platform/access/index.ts";
import type { Doors } from "../../projects/index.ts";
import { enterQuery, refuseAs, refuseQuery } from "../query-wire.ts";
import type { AskDeps } from "../run/ask-report.ts";
import { askCounts, askNumbers, askRanges, type Call, type CallFailure } from "./ask.ts";
import { segmentationOperations } from "./operations.ts";
import { readSegmentationQuery } from "./question.ts";

export type SegmentationDeps = AskDeps & { doors: Pick<Doors, "open"> };

const AGAIN = { "retry-after": "5" };

/** The segmentation calls of the public query API, under both its prefixes. */
export function segmentationRoutes(deps: SegmentationDeps): RawRoute[] {
  const calls: [keyof typeof segmentationOperations, Call][] = [
    ["segmentation", askCounts],
    ["segmentation/numeric", askRanges],
    ["segmentation/sum", askNumbers("sum")],
    ["segmentation/average", askNumbers("average")],
  ];
  return calls.map(([path, call]) => segmentationRoute(deps, path, call));
}

function segmentationRoute(
  deps: SegmentationDeps,
  path: keyof typeof segmentationOperations,
  call: Call,
): RawRoute {
  const first = `/api/query/${path}`;
  const urls = [first, `/api/2.0/${path}`];
  return rawRoute({
    method: "GET",
    head: true,
    urls,
    bodyMaxBytes: 1024,
    tag: "Query API",
    operation: segmentationOperations[path](first),
    enter: (request) => enterQuery(deps.doors, request, leastFor(request.query.format)),
    handle: ({ projectId }, request) =>
      whileAsked(request.connection, async (left) => {
        const calendar = await deps.calendarOf(projectId);
        const query = readSegmentationQuery(request.query, { calendar, nowMs: deps.clock.now() });
        if (!query.ok) return refuse(request.path, query.failure);
        const written = await call(deps, projectId, query.value, left);
        return written.ok ? { status: 200, ...written.value } : refuse(request.path, written.failure);
      }),
    refuse: refuseAs(first),
  });
}

const leastFor = (format: string | undefined) =>
  format === "csv" ? PERMISSIONS["reports:download"].least : undefined;

function refuse(path: string, failure: CallFailure): RawAnswer {
  switch (failure.code) {
    case "invalid_parameter":
      return refuseQuery(path, 400, failure.reason);
    case "invalid_report":
      return refuseQuery(path, 400, `${failure.field}: ${failure.reason}`);
    case "too_long":
      return refuseQuery(
        path,
        400,
        "where: the expression leads to more than can be computed at once; shorten it",
      );
    case "timed_out":
      return refuseQuery(path, 504, "The question took too long; ask for fewer days or segments.");
    case "too_large":
      return refuseQuery(
        path,
        422,
        "The question needs more memory than there is; ask for fewer days or segments, or raise STORE_MEMORY_MB.",
      );
    case "too_busy":
    case "too_many_reports":
      return refuseQuery(path, 429, "Too many questions at the same time; try again in a while.", AGAIN);
    case "cancelled":
    case "damaged":
      return refuseQuery(path, 503, "A part of the server is away for the moment; try again.", AGAIN);
  }
}
