import type { FastifyInstance } from "fastify";
import type { Metrics } from "../platform/metrics.ts";
import { HttpFailure } from "./http-failure.ts";
import { send, sendFailure } from "./mount-routes.ts";
import type { MaySeeStatus } from "./status-access.ts";

/** One part of the product that must work. `check` throws, or answers with more about its state. */
export type Part = { name: string; check: () => Promise<Record<string, unknown>> };

const CHECK_TIMEOUT_MS = 2_000;

type PartState = { ready: true; [more: string]: unknown } | { ready: false; reason: string };

type StatusPages = { parts: readonly Part[]; metrics: Metrics; maySee: MaySeeStatus };

const CLOSED = new HttpFailure(
  403,
  "not_for_this_client",
  "These numbers are open to loopback and private networks, or to the token that the setting STATUS_TOKEN names.",
);

/**
 * `/healthz`: the process answers. `/readyz`: every part works, and which does not. `/metrics`: numbers for Prometheus. Names of parts,
 * reasons and numbers are not for everyone (`status-access.ts`).
 */
export function mountStatusPages(app: FastifyInstance, { parts, metrics, maySee }: StatusPages): void {
  app.get("/healthz", async (_request, reply) => send(reply, 200, { status: "ok" }));
  app.get("/readyz", async (request, reply) => {
    const states = await Promise.all(parts.map(async (part) => [part.name, await stateOf(part)] as const));
    const ready = states.every(([, state]) => state.ready);
    return send(reply, ready ? 200 : 503, {
      status: ready ? "ok" : "not_ready",
      ...(maySee(request) ? { parts: Object.fromEntries(states) } : {}),
    });
  });
  const numbers = shared(() => metrics.registry.metrics());
  app.get("/metrics", async (request, reply) => {
    if (!maySee(request)) return sendFailure(reply, CLOSED);
    return reply.header("content-type", metrics.registry.contentType).send(await numbers());
  });
}

/** Gathering takes tens of milliseconds: those who ask meanwhile get the same. */
function shared<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined;
  return () => {
    running ??= make().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function stateOf(part: Part): Promise<PartState> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`)),
    CHECK_TIMEOUT_MS,
  );
  try {
    return { ...(await Promise.race([part.check(), late])), ready: true };
  } catch (cause) {
    return { ready: false, reason: cause instanceof Error ? cause.message : String(cause) };
  } finally {
    clearTimeout(timer);
  }
}
