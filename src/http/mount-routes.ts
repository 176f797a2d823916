import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AccessPort } from "./access-port.ts";
import { AnswerItems, streamItems } from "./answer-items.ts";
import { AnswerText, streamText } from "./answer-text.ts";
import { authorize, type PathParams } from "./authorize.ts";
import type { BodyBudget } from "./body-budget.ts";
import { countBodies } from "./count-bodies.ts";
import { sendRefusal } from "./drain-body.ts";
import { failureBody, HttpFailure } from "./http-failure.ts";
import type { Route } from "./route.ts";
import { LARGEST_ID } from "./schemas.ts";
import { claimSession } from "./session-claim.ts";
import { type Check, compileCheck, convertQuery } from "./validation.ts";

declare module "fastify" {
  interface FastifyRequest {
    entered: { params: PathParams; scope: unknown };
  }
}

export type MountOptions = {
  access: AccessPort;
  bodyMaxBytes: number;
  budget: BodyBudget;
  /** In tests every answer is held against its schema; in service that would only cost time. */
  verifyAnswers: boolean;
  publicUrl: () => string;
};

export function mountRoutes(app: FastifyInstance, routes: readonly Route[], options: MountOptions): void {
  app.decorateRequest("entered");
  for (const route of routes) mountRoute(app, route, options);
}

function mountRoute(app: FastifyInstance, route: Route, options: MountOptions): void {
  const checkQuery = route.query && compileCheck(route.query, "query");
  const checkBody = route.body && route.bodyCheck === "schema" ? compileCheck(route.body, "body") : undefined;
  const checkAnswer = options.verifyAnswers ? answerCheck(route) : undefined;
  const bodyLimit = route.bodyMaxBytes ?? options.bodyMaxBytes;
  app.route({
    method: route.method,
    url: route.url,
    bodyLimit,
    ...(route.method === "GET" ? {} : countBodies(options.budget, bodyLimit)),
    onRequest: (request, reply, done) => {
      try {
        const params = readParams(route, request);
        const session = claimSession(request, options.publicUrl(), reply);
        const scope = authorize(options.access, route, request, params, session);
        const enter = (entered: unknown) => {
          request.entered = { params, scope: entered };
          done();
        };
        if (scope instanceof Promise) scope.then(enter).catch(done);
        else enter(scope);
      } catch (failure) {
        done(failure as Error);
      }
    },
    handler: async (request, reply) => {
      // A body may take minutes to arrive; whoever lost their rights meanwhile must not use them any more.
      if (route.method !== "GET") {
        const { params } = request.entered;
        const session = claimSession(request, options.publicUrl());
        request.entered = { params, scope: await authorize(options.access, route, request, params, session) };
      }
      const query =
        route.query && checked(checkQuery, convertQuery(route.query, { ...(request.query as object) }));
      // A body that may be empty may be left out.
      const sent = route.bodyCheck === "handler" ? request.body : (request.body ?? {});
      const body = route.body && checked(checkBody, sent);
      const outcome = await route.handle({ ...request.entered, query, body, request });
      if (!outcome.ok) throw toHttpFailure(route, outcome.failure);
      const answer = route.view(outcome.value);
      if (answer instanceof AnswerItems) {
        checkAnswer?.(route.envelope === "none" ? envelopItems(answer) : [...answer.items]);
        return reply.code(route.successStatus).header("content-type", JSON_TYPE).send(streamItems(answer));
      }
      if (answer instanceof AnswerText) {
        reply.header("content-disposition", `attachment; filename="${answer.fileName}"`);
        return reply
          .code(route.successStatus)
          .header("content-type", answer.contentType)
          .send(streamText(answer));
      }
      checkAnswer?.(answer);
      return send(reply, route.successStatus, envelop(route, answer));
    },
  });
}

function checked(check: Check | undefined, value: unknown): unknown {
  check?.(value);
  return value;
}

function readParams(route: Route, request: FastifyRequest): PathParams {
  if (request.url.includes("%00"))
    throw new HttpFailure(400, "invalid_path", "The address holds a NUL character (%00).");
  const raw = request.params as Record<string, string>;
  const params: PathParams = {};
  for (const { name, kind } of route.params) {
    const value = raw[name] ?? "";
    if (kind === "text") {
      params[name] = value;
      continue;
    }
    const number = Number(value);
    if (!/^\d+$/.test(value) || number > LARGEST_ID) {
      throw new HttpFailure(
        400,
        "invalid_path",
        `${name}: must be a whole number up to ${LARGEST_ID} in the path, not '${value.slice(0, 100)}'.`,
        {
          field: name,
        },
      );
    }
    params[name] = number;
  }
  return params;
}

function toHttpFailure(route: Route, failure: { code: string }): HttpFailure {
  const answer = route.failures[failure.code];
  if (answer === undefined)
    throw new Error(`${route.method} ${route.url} has no answer for '${failure.code}'`);
  const told = (value: unknown): string | undefined =>
    typeof value === "function" ? value(failure) : typeof value === "string" ? value : undefined;
  const retryAfterS = typeof answer.retryAfterS === "function" ? answer.retryAfterS(failure) : undefined;
  return new HttpFailure(answer.status, failure.code, told(answer.say) ?? failure.code, {
    field: told(answer.field),
    ...(retryAfterS === undefined ? {} : { headers: { "retry-after": String(retryAfterS) } }),
  });
}

function envelop(route: Route, answer: unknown): unknown {
  if (route.envelope === "none") return answer;
  if (route.answer === undefined) return { status: "ok" };
  return route.envelope === "fields-too"
    ? { ...(answer as object), status: "ok", results: answer }
    : { status: "ok", results: answer };
}

const JSON_TYPE = "application/json; charset=utf-8";

const envelopItems = ({ items }: AnswerItems<unknown>) => ({ status: "ok", results: [...items] });

export function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).header("content-type", JSON_TYPE).send(JSON.stringify(body));
}

export function sendFailure(reply: FastifyReply, failure: HttpFailure): FastifyReply {
  reply.headers(failure.headers).code(failure.status).header("content-type", JSON_TYPE);
  return sendRefusal(reply, JSON.stringify(failureBody(failure.type, failure.message, failure.field)));
}

function answerCheck(route: Route): Check | undefined {
  if (route.answer === undefined) return undefined;
  const check = compileCheck(route.answer, "body");
  return (answer) => {
    try {
      // As the client will see it: undefined keys are gone and dates are text.
      check(answer === undefined ? undefined : JSON.parse(JSON.stringify(answer)));
    } catch (cause) {
      throw new Error(`${route.method} ${route.url} answered what its schema does not allow`, { cause });
    }
  };
}
