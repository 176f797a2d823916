import type { FastifyInstance, FastifyReply } from "fastify";

/**
 * What lets scripts on anybody's pages call a path. The origin is echoed: clients send their requests with credentials, and a
 * browser takes no `*` for an answer to those. Nothing behind such a path may look at cookies.
 */
const OPEN_TO_PAGES = {
  "access-control-allow-credentials": "true",
  "access-control-expose-headers": "Retry-After",
  vary: "Origin",
};
const PREFLIGHT = {
  // The browser client's flag calls carry `traceparent`; without it here they would not even be sent.
  "access-control-allow-headers": "Authorization, Content-Type, Content-Encoding, traceparent",
  "access-control-allow-methods": "GET, POST, PUT, OPTIONS",
  "access-control-max-age": "86400",
};

/** Programs that are no browsers name no origin, and need none of this. */
export function openToPage(reply: FastifyReply, origin: string | undefined): void {
  if (origin !== undefined) reply.headers(OPEN_TO_PAGES).header("access-control-allow-origin", origin);
}

/** The same as lines of an answer's head. */
export const pageHeaderLines = (origin: string | undefined): string =>
  origin === undefined
    ? ""
    : Object.entries({ ...OPEN_TO_PAGES, "access-control-allow-origin": origin })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join("");

/** Answers the question browsers ask before the real request. */
export function mountPreflight(app: FastifyInstance, urls: Iterable<string>): void {
  for (const url of urls) {
    app.options(url, async (request, reply) => {
      openToPage(reply, request.headers.origin);
      return reply.code(204).headers(PREFLIGHT).send();
    });
  }
}
