import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics.ts";

/** A request slower than this is worth a line even when nobody asked for one per request. */
export const SLOW_MS = 5_000;
/** Whoever listens does so for hours. */
const EVENT_STREAM = "text/event-stream";

/**
 * Counts and times every request. The line per request is `debug`: at ingestion rates, writing one would cost more than
 * answering. Only the path is logged; an address's query may hold a token.
 */
export function observeRequests(app: FastifyInstance, metrics: Metrics, log: Log): void {
  const linePerRequest = log.isLevelEnabled("debug");
  app.addHook("onResponse", (request, reply, done) => {
    const elapsedMs = reply.elapsedTime;
    metrics.requestFinished(
      request.method,
      request.routeOptions.url ?? "unknown",
      reply.statusCode,
      elapsedMs / 1000,
    );
    const isSlow = elapsedMs > SLOW_MS && reply.getHeader("content-type") !== EVENT_STREAM;
    if (linePerRequest || isSlow) writeLine(log, request, reply.statusCode, elapsedMs, isSlow);
    done();
  });
}

export function writeLine(
  log: Log,
  request: Pick<FastifyRequest, "id" | "method" | "url" | "ip">,
  status: number,
  elapsedMs: number,
  isSlow: boolean,
): void {
  const fields = {
    requestId: request.id,
    method: request.method,
    path: request.url.split("?", 1)[0],
    status,
    ms: Math.round(elapsedMs * 10) / 10,
    client: request.ip,
  };
  if (isSlow) log.warn(fields, "slow request");
  else log.debug(fields, "request");
}
