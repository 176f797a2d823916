import type { FastifyInstance } from "fastify";
import type { Metrics } from "../platform/metrics.ts";
import { send } from "./mount-routes.ts";

/** One part of the product that must work. `check` throws, or answers with more about its state. */
export type Part = { name: string; check: () => Promise<Record<string, unknown>> };

const CHECK_TIMEOUT_MS = 2_000;

type PartState = { ready: true; [more: string]: unknown } | { ready: false; reason: string };

/** `/healthz`: the process answers. `/readyz`: every part works, and which does not. `/metrics`: numbers for Prometheus. */
export function mountStatusPages(app: FastifyInstance, parts: readonly Part[], metrics: Metrics): void {
  app.get("/healthz", async (_request, reply) => send(reply, 200, { status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const states = await Promise.all(parts.map(async (part) => [part.name, await stateOf(part)] as const));
    const ready = states.every(([, state]) => state.ready);
    return send(reply, ready ? 200 : 503, {
      status: ready ? "ok" : "not_ready",
      parts: Object.fromEntries(states),
    });
  });
  app.get("/metrics", async (_request, reply) =>
    reply.header("content-type", metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
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
