import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { BodyAccount, BodyBudget } from "./body-budget.ts";
import type { Receiving } from "./receive-body.ts";

/**
 * A body that can be no larger than this is not counted: headers may be larger, and the number of connections bounds both. So signing in
 * never waits for the bodies of others.
 */
const SMALL_BYTES = 65_536;

const NOT_COUNTED: BodyAccount = { add: () => undefined, close: () => undefined };

const accounts = new WeakMap<FastifyRequest, BodyAccount>();

type PreParsing = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
  done: (error: null, payload: Readable) => void,
) => void;

/** A hook for routes that read bodies: what arrives counts until the response is out, or the client has gone. */
export function countBodies(budget: BodyBudget, bytesMax: number): { preParsing?: PreParsing } {
  if (bytesMax <= SMALL_BYTES) return {};
  return {
    preParsing(request, reply, payload, done) {
      const account = budget.open(request.ip);
      accounts.set(request, account);
      reply.raw.once("close", account.close);
      done(null, payload);
    },
  };
}

export function receivingOf(request: FastifyRequest): Receiving {
  const announced = Number(request.headers["content-length"] ?? Number.NaN);
  return {
    bytesMax: request.routeOptions.bodyLimit ?? 0,
    account: accounts.get(request) ?? NOT_COUNTED,
    announcedBytes: Number.isNaN(announced) ? undefined : announced,
  };
}
