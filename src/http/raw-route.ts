import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../platform/log.ts";
import type { Result } from "../platform/result.ts";
import type { BodyBudget } from "./body-budget.ts";
import { countBodies, receivingOf } from "./count-bodies.ts";
import { sendRefusal } from "./drain-body.ts";
import { explain } from "./error-handlers.ts";
import type { HttpFailure } from "./http-failure.ts";
import { mountPreflight, openToPage } from "./page-access.ts";
import { receiveBuffer } from "./receive-body.ts";
import { claimSession, isOwnPage, isSecure, pageOrigin, type SessionClaim } from "./session-claim.ts";
import { SpooledBody, spoolBody } from "./spool-body.ts";
import type { Connection } from "./while-asked.ts";

/**
 * A route that speaks another dialect than the application API: it takes the body as bytes, decides itself who may ask, and
 * has answers of its own, because clients that exist already expect them.
 */
export type RawRoute<Entered = unknown> = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** All lead to the same; the first is the one in the OpenAPI document. */
  urls: readonly string[];
  bodyMaxBytes: number;
  /** A folder for bodies that are too large for the memory: they come as a file, which goes away with the request. */
  spoolFolder?: string;
  /** Whether a GET may be asked as HEAD: not when it changes something. */
  head?: boolean;
  /** Whether scripts on anybody's pages may call it: no refusal of ours is then hidden from them by the browser. */
  openToPages?: boolean;
  tag: string;
  /** Its operation in the OpenAPI document, written by hand. */
  operation: Record<string, unknown> & { summary: string };
  /**
   * Who asks, before anything of the body is read; and once more when it has arrived, for it may take minutes. Absent: anybody, and
   * what the body says decides.
   */
  enter?(request: RawRequest): Promise<Result<Entered, RawAnswer>>;
  handle(
    entered: Entered,
    request: RawRequest,
    body: Buffer | undefined,
    spooled: SpooledBody | undefined,
  ): Promise<RawAnswer>;
  /**
   * The same for a small plain request, for doors that take tens of thousands a second (decision 20). It must end in
   * one of the three things a call can do; whatever is not the usual case goes the long way, which is all of the above.
   */
  takeShort?: ((call: ShortCall) => void) | undefined;
  /** A refusal of the shell (too large, broken, away) in this dialect. */
  refuse(failure: HttpFailure, request: Pick<RawRequest, "query">): RawAnswer;
};

/** A request on the short way. */
export type ShortCall = {
  /** The same object for equal addresses, mostly. */
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly contentType: string;
  answer(answer: RawAnswer & { body: string }): void;
  /** Nothing of it has been done: it begins anew as any other request. */
  goLongWay(): void;
  broke(cause: unknown): void;
};

export type RawRequest = {
  id: string;
  method: string;
  path: string;
  /** A name given more than once counts as it was first given. */
  query: Readonly<Record<string, string>>;
  headers: FastifyRequest["headers"];
  clientAddress: string;
  /** For `whileAsked`. */
  connection: Connection;
  /** A browser's session, for doors that let people in. */
  session: SessionClaim | undefined;
  /** Where the request comes from, for doors at which sessions begin and end. */
  page(): { isOwn: boolean; isSecure: boolean; origin: string };
};

export type RawAnswer = {
  status: number;
  /** A stream that fails breaks the connection off: a cut answer never looks whole. */
  body: string | Buffer | Readable;
  contentType: string;
  headers?: Readonly<Record<string, string | string[]>>;
};

/** So that routes with different notions of who entered fit in one list. */
export const rawRoute = <Entered>(route: RawRoute<Entered>): RawRoute => route as RawRoute;

type Shell = { log: Log; publicUrl: () => string; budget: BodyBudget };

export function mountRawRoutes(app: FastifyInstance, routes: readonly RawRoute[], shell: Shell): void {
  for (const route of routes) app.register(async (scope) => mountOne(scope, route, shell));
  mountPreflight(app, new Set(routes.filter((route) => route.openToPages).flatMap(({ urls }) => urls)));
}

/** A scope of its own: its parser and its error handler hold for nothing else. */
function mountOne(scope: FastifyInstance, route: RawRoute, { log, publicUrl, budget }: Shell): void {
  const rawRequest = (request: FastifyRequest) => toRawRequest(request, publicUrl);
  scope.removeAllContentTypeParsers();
  if (route.spoolFolder === undefined)
    scope.addContentTypeParser("*", (request: FastifyRequest, body: Readable) =>
      receiveBuffer(body, receivingOf(request)),
    );
  else scope.addContentTypeParser("*", spoolTo(route.spoolFolder));
  scope.setErrorHandler((error: FastifyError, request, reply) =>
    send(reply, route.refuse(explain(error, request, log), rawRequest(request))),
  );
  for (const url of route.urls) {
    scope.route({
      method: route.method,
      url,
      exposeHeadRoute: route.head ?? false,
      bodyLimit: route.bodyMaxBytes,
      ...(route.method === "GET" ? {} : countBodies(budget, route.bodyMaxBytes)),
      onRequest: (request, reply, done) => {
        if (route.openToPages) openToPage(reply, request.headers.origin);
        // An empty name of a type is none; Fastify would refuse it before the route sees anything.
        if (request.headers["content-type"] === "") delete request.headers["content-type"];
        if (route.spoolFolder !== undefined) removeSpooled(request, reply);
        // Without a promise where no credentials are checked: small requests come by the ten thousand.
        if (route.enter === undefined) return done();
        route
          .enter(rawRequest(request))
          .then((entered) => void (entered.ok ? done() : send(reply, entered.failure)))
          .catch(done);
      },
      handler: async (given, reply) => {
        const request = rawRequest(given);
        const entered = await route.enter?.(request);
        if (entered?.ok === false) return send(reply, entered.failure);
        const body = Buffer.isBuffer(given.body) ? given.body : undefined;
        const spooled = given.body instanceof SpooledBody ? given.body : undefined;
        return send(reply, await route.handle(entered?.value, request, body, spooled));
      },
    });
  }
}

const spoolPaths = new WeakMap<FastifyRequest, string>();

const spoolTo =
  (folder: string) =>
  (request: FastifyRequest, body: Readable): Promise<SpooledBody> => {
    const path = join(folder, `body-${randomUUID()}`);
    spoolPaths.set(request, path);
    return spoolBody(body, path, receivingOf(request));
  };

/** A body on disk is removed when the response is out, or the client has gone. */
function removeSpooled(request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once("close", () => {
    const path = spoolPaths.get(request);
    if (path !== undefined) void rm(path, { force: true });
  });
}

function toRawRequest(request: FastifyRequest, publicUrl: () => string): RawRequest {
  const query: Record<string, string> = {};
  const given = request.query as Record<string, string | string[]>;
  for (const name in given) {
    const value = given[name] ?? "";
    query[name] = typeof value === "string" ? value : (value[0] ?? "");
  }
  const { id, method, headers, ip, url } = request;
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  return {
    ...{ id, method, path, query, headers, clientAddress: ip, connection: request.raw.socket },
    session: headers.cookie === undefined ? undefined : claimSession(request, publicUrl()),
    page: () => ({
      isOwn: isOwnPage(request, publicUrl()),
      isSecure: isSecure(request, publicUrl()),
      origin: pageOrigin(request, publicUrl()),
    }),
  };
}

function send(reply: FastifyReply, { status, headers, contentType, body }: RawAnswer): FastifyReply {
  if (headers !== undefined) reply.headers(headers);
  reply.code(status).header("content-type", contentType);
  return status < 400 ? reply.send(body) : sendRefusal(reply, body);
}
