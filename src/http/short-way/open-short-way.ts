import type { RequestListener, Server, ServerOptions } from "node:http";
import type { Log } from "../../platform/log.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { BodyRoom } from "../body-room.ts";
import { explain } from "../error-handlers.ts";
import { SLOW_MS, writeLine } from "../observe-requests.ts";
import type { RawRoute } from "../raw-route.ts";
import type { createRequestIds } from "../request-ids.ts";
import { answerText, createTail } from "./answer-text.ts";
import { createKnownHeads } from "./known-heads.ts";
import { ShortWayServer } from "./server.ts";

export type ShortWayDeps = {
  routes: readonly RawRoute[];
  room: BodyRoom;
  ids: ReturnType<typeof createRequestIds>;
  metrics: Metrics;
  log: Log;
  keepAliveMs: number;
};

const NO_HEADERS = { headers: {} };
const NO_QUERY = { query: {} };

/** A server on which small plain requests are answered without the framework, as far as their routes know how. */
export function openShortWay(options: ServerOptions, handler: RequestListener, deps: ShortWayDeps): Server {
  const { room, ids, metrics, log, keepAliveMs } = deps;
  const routes = new Map(
    deps.routes.filter(isShort).flatMap((route) => route.urls.map((url) => [url, route] as const)),
  );
  const tail = createTail(keepAliveMs);
  return new ShortWayServer(options, handler, {
    keepAliveMs,
    findHead: createKnownHeads(),
    routeOf: (path) => routes.get(path)?.takeShort,
    enterRoom: room.enter,
    nextId: () => ids(NO_HEADERS),
    write: (answer, id, pageHeaders) => answerText(answer, id, pageHeaders, tail()),
    answered({ id, path, socket }, status, startedMs) {
      const elapsedMs = performance.now() - startedMs;
      metrics.requestFinished("POST", path, status, elapsedMs / 1000);
      if (elapsedMs <= SLOW_MS) return;
      const ip = socket.remoteAddress ?? "";
      writeLine(log, { id, method: "POST", url: path, ip }, status, elapsedMs, true);
    },
    explain(path, id, cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      const failure = explain(error as Parameters<typeof explain>[0], { id, method: "POST", url: path }, log);
      const refusal = (routes.get(path) as ShortRoute).refuse(failure, NO_QUERY);
      return { ...refusal, body: String(refusal.body) };
    },
  });
}

type ShortRoute = RawRoute & { takeShort: NonNullable<RawRoute["takeShort"]> };

const isShort = (route: RawRoute): route is ShortRoute =>
  route.method === "POST" && route.openToPages === true && route.takeShort !== undefined;
