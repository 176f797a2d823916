import type { EventStore, StoredEvent } from "../../events/index.ts";
import { type RawRoute, rawRoute } from "../../http/index.ts";
import { type LinksReader, resolvePersons } from "../../identity/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Doors } from "../../projects/index.ts";
import { exportLine } from "../export/line.ts";
import { refuseStream, type StreamFailure } from "../export/refuse-stream-wire.ts";
import { type StreamDeps, startStream } from "../export/start-export.ts";
import { given, type ParameterFailure, type Parameters, refuseParameter } from "../parameters.ts";
import { enterQuery, refuseAs, refuseQuery } from "../query-wire.ts";
import { readUtcSpan } from "../utc-days.ts";
import { streamQueryOperation } from "./stream-query-operation.ts";

export type StreamQueryDeps = StreamDeps & {
  store: Pick<EventStore, "scan"> & LinksReader;
  doors: Pick<Doors, "open">;
  clock: Clock;
};

const IDS_MAX = 1000;
const PIECE_CHARS = 65_536;

/** What some persons did, oldest first, in the words of the query API. Long answers stream like an export. */
export function streamQueryRoute(deps: StreamQueryDeps): RawRoute {
  const urls = ["/api/query/stream/query", "/api/2.0/stream/query"] as const;
  return rawRoute({
    method: "GET",
    head: true,
    urls,
    bodyMaxBytes: 1024,
    tag: "People",
    operation: streamQueryOperation(urls[0]),
    enter: (request) => enterQuery(deps.doors, request),
    async handle({ projectId }, request) {
      const { path, query } = request;
      const span = readUtcSpan(query, deps.clock.now());
      if (!span.ok) return refuseQuery(path, 400, span.failure.reason);
      const ids = readIds(query);
      if (!ids.ok) return refuseQuery(path, 400, ids.failure.reason);
      const persons = await resolvePersons(deps.store, projectId, ids.value);
      const started = await startStream(deps, projectId, (signal) =>
        activityText(deps.store.scan(projectId, { ...span.value, persons, signal })),
      );
      // Nothing is filtered here, so no operand can be wrong.
      if (!started.ok) return refuseStream(path, started.failure as StreamFailure, deps.settings);
      return { status: 200, body: started.value, contentType: "application/json; charset=utf-8" };
    },
    refuse: refuseAs(urls[0]),
  });
}

function readIds(query: Parameters): Result<string[], ParameterFailure> {
  const text = given(query, "distinct_ids");
  const refusal = () =>
    refuseParameter("distinct_ids", `must be a JSON array of 1 to ${IDS_MAX} ids such as ["u1"]`);
  if (text === undefined)
    return refuseParameter("distinct_ids", 'is required: a JSON array of ids such as ["u1"]');
  try {
    const ids: unknown = JSON.parse(text);
    // Clients with ids that are numbers send them as numbers.
    const isList = Array.isArray(ids) && ids.every((id) => typeof id === "string" || typeof id === "number");
    return isList && ids.length >= 1 && ids.length <= IDS_MAX ? ok(ids.map(String)) : refusal();
  } catch {
    return refusal();
  }
}

async function* activityText(scan: AsyncIterable<StoredEvent[]>): AsyncGenerator<string, void> {
  let piece = '{"status":"ok","results":{"events":[';
  let isFirst = true;
  for await (const events of scan) {
    for (const event of events) {
      piece += `${isFirst ? "" : ","}${exportLine(event, false).trimEnd()}`;
      isFirst = false;
      if (piece.length < PIECE_CHARS) continue;
      yield piece;
      piece = "";
    }
  }
  yield `${piece}]}}`;
}
