import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../platform/log.ts";
import { HttpFailure } from "./http-failure.ts";
import { isUnavailable, unavailableMessage } from "./is-unavailable.ts";
import { sendFailure } from "./mount-routes.ts";
import type { WebPages } from "./web/web-pages.ts";

/** What Fastify itself refuses, in our words. Anything else it throws below 500 keeps its status and message. */
const FRAMEWORK_FAILURES: Record<string, (error: FastifyError) => HttpFailure> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new HttpFailure(
      413,
      "body_too_large",
      "The body is larger than this endpoint accepts; send it in smaller parts.",
    ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => unsupportedMediaType(),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new HttpFailure(400, "invalid_body", "The body is shorter or longer than its Content-Length says."),
  FST_ERR_BAD_URL: () => new HttpFailure(400, "invalid_path", "The path is not validly percent-encoded."),
};

export const unsupportedMediaType = (): HttpFailure =>
  new HttpFailure(
    415,
    "unsupported_media_type",
    "Send the body as JSON with the header 'Content-Type: application/json'.",
  );

/** Paths that are no routes of a room, with what they take. */
/** A year, for this host name alone: others below it are not ours to decide. */
export const HSTS = "max-age=31536000";
const OWN_PATHS = ["/", "/healthz", "/readyz", "/metrics", "/openapi.json", "/docs", "/docs/reference.js"];

export function installErrorHandlers(
  app: FastifyInstance,
  routes: readonly { method: string; url: string; head?: boolean }[],
  { log, webPages, publicUrl }: { log: Log; webPages: WebPages; publicUrl: () => string },
): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendFailure(reply, explain(error, request, log)),
  );
  const known = [...routes, ...OWN_PATHS.map((url) => ({ method: "GET", url, head: true }))].map(
    ({ method, url, head = true }) => ({
      methods: method === "GET" && head ? ["GET", "HEAD"] : [method],
      pattern: patternOf(url),
    }),
  );
  // One hook for all that every request needs: each one more costs it a third of a microsecond.
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers({
      "x-request-id": request.id,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    if (publicUrl().startsWith("https:")) reply.header("strict-transport-security", HSTS);
    // Before anything of a body is read: nobody has been asked who they are.
    if (!request.is404) done();
    else
      webPages(request, reply)
        .then((answered) => void (answered || notFound(known, request, reply)))
        .catch(done);
  });
}

export function explain(
  error: FastifyError | HttpFailure,
  request: Pick<FastifyRequest, "id" | "method" | "url">,
  log: Log,
): HttpFailure {
  if (error instanceof HttpFailure) return error;
  const told = FRAMEWORK_FAILURES[error.code]?.(error);
  if (told) return told;
  if (error.statusCode === 414)
    return new HttpFailure(414, "path_too_long", "A part of the path is too long.");
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return new HttpFailure(error.statusCode, "bad_request", error.message);
  }
  if (isUnavailable(error)) {
    log.warn({ requestId: request.id, reason: error.message }, "a part of the server is away");
    return new HttpFailure(503, "unavailable", unavailableMessage(error), {
      headers: { "retry-after": "5" },
    });
  }
  log.error(
    { requestId: request.id, method: request.method, path: request.url.split("?")[0], err: error },
    "request failed",
  );
  return new HttpFailure(
    500,
    "internal",
    `Something broke on our side; the log has it under request id ${request.id}.`,
  );
}

function notFound(
  known: { methods: string[]; pattern: RegExp }[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const path = request.url.split("?")[0] ?? "";
  const allowed = [
    ...new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)),
  ];
  if (allowed.length === 0) {
    return sendFailure(
      reply,
      new HttpFailure(404, "unknown_path", "There is nothing at this path; /docs lists what there is."),
    );
  }
  const allow = allowed.join(", ");
  return sendFailure(
    reply,
    new HttpFailure(405, "method_not_allowed", `This path takes ${allow}, not ${request.method}.`, {
      headers: { allow },
    }),
  );
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/:[A-Za-z]+/g, "[^/]+").replaceAll(".", "\\.")}/?$`);
