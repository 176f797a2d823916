import { type RequestListener, Server } from "node:http";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { AccessPort } from "./access-port.ts";
import { mountDocsPage } from "./docs-page.ts";
import { explain, installErrorHandlers } from "./error-handlers.ts";
import { failureBody } from "./http-failure.ts";
import { installJsonBody } from "./json-body.ts";
import { mountRoutes, sendFailure } from "./mount-routes.ts";
import { observeRequests } from "./observe-requests.ts";
import { openapiDocument } from "./openapi.ts";
import { createBodiesRoom, mountRawRoutes, type RawRoute } from "./raw-route.ts";
import { createRequestIds } from "./request-ids.ts";
import type { Route } from "./route.ts";
import { openShortWay, type ShortWayDeps } from "./short-way/open-short-way.ts";
import { createStatusAccess } from "./status-access.ts";
import { mountStatusPages, type Part } from "./status-pages.ts";
import { createWebPages } from "./web/web-pages.ts";

export type HttpOptions = {
  routes: readonly Route[];
  /** Those that speak a dialect of their own. */
  rawRoutes?: readonly RawRoute[];
  access: AccessPort;
  /** What must work for the server to be ready. */
  parts: readonly Part[];
  log: Log;
  metrics: Metrics;
  trustProxy: readonly string[];
  /** What opens the details of the status pages; without it, the client's network does. */
  statusToken?: string | undefined;
  version: string;
  /** Base address written into the OpenAPI document. */
  publicUrl: () => string;
  verifyAnswers?: boolean;
  /** The built web UI; without it only the API is served. */
  webFolder?: string;
};

const BODY_MAX_BYTES = 1_048_576;
/** Small event calls come by GET with everything in the address: 256 KB of it, besides headers. Node's default would be 16 KB in all. */
const HEADERS_MAX_BYTES = 294_912;
const REQUEST_TIMEOUT_MS = 300_000;
const KEEP_ALIVE_MS = 72_000;
/** For reading a refusal: hanging up at once could take it away from a client that still sends. */
const HANG_UP_MS = 1000;

export function createHttpServer(options: HttpOptions): FastifyInstance {
  const { log, metrics, routes, rawRoutes = [] } = options;
  const ids = createRequestIds();
  const room = createBodiesRoom();
  const app: FastifyInstance = Fastify({
    logger: false,
    genReqId: ids,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    bodyLimit: BODY_MAX_BYTES,
    serverFactory: (handler) =>
      createServer(handler, {
        ...{ routes: rawRoutes, room, ids, metrics, log, keepAliveMs: KEEP_ALIVE_MS },
        publicUrl: options.publicUrl,
      }),
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096 },
    frameworkErrors: (error, request, reply) => {
      sendFailure(reply, explain(error, request as FastifyRequest, log));
    },
    clientErrorHandler(error, socket) {
      if (error.code === "ECONNRESET" || socket.destroyed) return;
      socket.end(rawRefusal(error.code));
      // A client that does not hang up would hold up the stop of the server.
      setTimeout(() => socket.destroy(), HANG_UP_MS).unref();
    },
  });
  observeRequests(app, metrics, log);
  installJsonBody(app);
  const rawPaths = rawRoutes.flatMap(({ method, urls, head = false, openToPages }) =>
    urls.flatMap((url) => [
      { method, url, head },
      ...(openToPages ? [{ method: "OPTIONS", url, head: false }] : []),
    ]),
  );
  const webPages =
    options.webFolder === undefined
      ? async () => false
      : createWebPages(options.webFolder, options.publicUrl);
  installErrorHandlers(app, [...routes, ...rawPaths], { log, webPages, publicUrl: options.publicUrl });
  mountRoutes(app, routes, {
    access: options.access,
    bodyMaxBytes: BODY_MAX_BYTES,
    verifyAnswers: options.verifyAnswers ?? false,
    publicUrl: options.publicUrl,
  });
  mountRawRoutes(app, rawRoutes, { log, publicUrl: options.publicUrl, room });
  const maySee = createStatusAccess(options.statusToken);
  mountStatusPages(app, { parts: options.parts, metrics, maySee });
  const document = openapiDocument(routes, options.version, rawRoutes);
  mountDocsPage(app, options.publicUrl, () => ({ ...document, servers: [{ url: options.publicUrl() }] }));
  return app;
}

function createServer(handler: RequestListener, shortWay: ShortWayDeps): Server {
  const settings = { maxHeaderSize: HEADERS_MAX_BYTES };
  // Where every request gets a line in the log, all take the same way.
  const isShort = !shortWay.log.isLevelEnabled("debug");
  const server = isShort ? openShortWay(settings, handler, shortWay) : new Server(settings, handler);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  return server;
}

/** What Node's parser refuses never becomes a request; the answer is written by hand. */
function rawRefusal(code: string): string {
  const [status, type, error] =
    code === "HPE_HEADER_OVERFLOW"
      ? [
          "431 Request Header Fields Too Large",
          "headers_too_large",
          "The address and headers are larger than 288 KB.",
        ]
      : code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? ["408 Request Timeout", "request_timeout", "The request did not arrive in time."]
        : ["400 Bad Request", "invalid_request", "This is not a valid HTTP request."];
  const body = JSON.stringify(failureBody(type, error));
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
}
