import { type RequestListener, Server } from "node:http";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { Log } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { AccessPort } from "./access-port.ts";
import { createBodyBudget } from "./body-budget.ts";
import { mountDocsPage } from "./docs-page.ts";
import { explain, installErrorHandlers } from "./error-handlers.ts";
import { installJsonBody } from "./json-body.ts";
import { mountRoutes, sendFailure } from "./mount-routes.ts";
import { observeRequests } from "./observe-requests.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { openapiDocument } from "./openapi.ts";
import { mountRawRoutes, type RawRoute } from "./raw-route.ts";
import { RawRefusals } from "./refuse-raw.ts";
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
/**
 * Twelve of the largest batches of events, or a few hundred usual ones; half of it for one client. The application API has as much for
 * itself: whoever sends events too fast keeps no one from working in the UI.
 */
const BODIES_MAX_BYTES = 128 * 1024 * 1024;
/** Small event calls come by GET with everything in the address: 256 KB of it, besides headers. Node's default would be 16 KB in all. */
const HEADERS_MAX_BYTES = 294_912;
const REQUEST_TIMEOUT_MS = 300_000;
const KEEP_ALIVE_MS = 72_000;

export function createHttpServer(options: HttpOptions): FastifyInstance {
  const { log, metrics, routes, rawRoutes = [] } = options;
  const ids = createRequestIds();
  const refusals = new RawRefusals();
  const budget = createBodyBudget(BODIES_MAX_BYTES);
  const app: FastifyInstance = Fastify({
    logger: false,
    genReqId: ids,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    bodyLimit: BODY_MAX_BYTES,
    serverFactory: (handler) =>
      createServer(handler, {
        ...{ routes: rawRoutes, budget, ids, metrics, log, keepAliveMs: KEEP_ALIVE_MS },
        publicUrl: options.publicUrl,
      }),
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096 },
    frameworkErrors: (error, request, reply) => {
      sendFailure(reply, explain(error, request as FastifyRequest, log));
    },
    clientErrorHandler: (error, socket) => refusals.refuse(error, socket),
  });
  refusals.watch(app.server);
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
    budget: createBodyBudget(BODIES_MAX_BYTES),
    verifyAnswers: options.verifyAnswers ?? false,
    publicUrl: options.publicUrl,
  });
  mountRawRoutes(app, rawRoutes, { log, publicUrl: options.publicUrl, budget });
  const maySee = createStatusAccess(options.statusToken);
  mountStatusPages(app, { parts: options.parts, metrics, maySee });
  const document = openapiDocument(routes, options.version, rawRoutes);
  mountDocsPage(app, options.publicUrl, document);
  return app;
}

function createServer(handler: RequestListener, shortWay: ShortWayDeps): Server {
  const settings = { maxHeaderSize: HEADERS_MAX_BYTES };
  // Where every request gets a line in the log, all take the same way.
  const isShort = !shortWay.log.isLevelEnabled("debug");
  const inOrder = oneAtATime(handler);
  const server = isShort ? openShortWay(settings, inOrder, shortWay) : new Server(settings, inOrder);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  return server;
}
