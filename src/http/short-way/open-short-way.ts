import type { RequestListener, Server, ServerOptions } from "node:http";
import type { FastifyError } from "fastify";
import type { Log } from "../../platform/log.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { BodyBudget } from "../body-budget.ts";
import { explain } from "../error-handlers.ts";
import { SLOW_MS, writeLine } from "../observe-requests.ts";
import type { RawRoute } from "../raw-route.ts";
import type { createRequestIds } from "../request-ids.ts";
import { answerText, createTail } from "./answer-text.ts";
import { createKnownHeads } from "./known-heads.ts";
import { ShortWayServer } from "./server.ts";
import type { ShortRoute } from "./shell.ts";

export type ShortWayDeps = {
  routes: readonly RawRoute[];
  budget: BodyBudget;
  ids: ReturnType<typeof createRequestIds>;
  metrics: Metrics;
  log: Log;
  keepAliveMs: number;
  publicUrl: () => string;
};

const NO_HEADERS = { headers: {} };

/** A server on which small plain requests are answered without the framework, as far as their routes know how. */
export function openShortWay(options: ServerOptions, handler: RequestListener, deps: ShortWayDeps): Server {
  const { budget, ids, metrics, log, keepAliveMs } = deps;
  const routes = new Map(deps.routes.flatMap((route) => shortRoutes(route, log)));
  const tail = createTail(keepAliveMs, deps.publicUrl);
  return new ShortWayServer(options, handler, {
    keepAliveMs,
    findHead: createKnownHeads(),
    routeOf: (path) => routes.get(path),
    countBody: (bytes, address) => {
      const account = budget.open(address);
      return account.add(bytes) === undefined ? account.close : undefined;
    },
    nextId: () => ids(NO_HEADERS),
    write: (answer, id, pageHeaders) => answerText(answer, id, pageHeaders, tail()),
    answered({ id, url, socket }, status, startedMs) {
      const elapsedMs = performance.now() - startedMs;
      metrics.requestFinished("POST", url, status, elapsedMs / 1000);
      if (elapsedMs <= SLOW_MS) return;
      const ip = socket.remoteAddress ?? "";
      writeLine(log, { id, method: "POST", url, ip }, status, elapsedMs, true);
    },
  });
}

/** By path: a slash at the end is as good as none. */
function shortRoutes(route: RawRoute, log: Log): [path: string, route: ShortRoute][] {
  const { method, openToPages, takeShort: take } = route;
  if (method !== "POST" || !openToPages || take === undefined) return [];
  return route.urls.flatMap((url) => {
    const refuse: ShortRoute["refuse"] = (cause, id, query) => {
      const error = (cause instanceof Error ? cause : new Error(String(cause))) as FastifyError;
      const refusal = route.refuse(explain(error, { id, method, url }, log), { query });
      return { ...refusal, body: String(refusal.body) };
    };
    const short = { url, take, refuse };
    return [
      [url, short],
      [`${url}/`, short],
    ];
  });
}
