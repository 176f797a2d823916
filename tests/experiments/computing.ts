import { expect } from "vitest";
import type { TestServer } from "../support/test-server.ts";
import { type Event, exposure, runExperiment } from "./exposing.ts";
import { EXPERIMENTS } from "./support.ts";

export const FREQUENTIST = { testingModel: "frequentist" };
// biome-ignore lint/suspicious/noExplicitAny: results are read field by field.
export type Results = any;

export async function computed(server: TestServer, id: string): Promise<Results> {
  const { status, body } = await server.call("POST", `${EXPERIMENTS}/${id}/compute`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.results;
}

/** The lines of the experiment's only metric. */
export async function lines(
  server: TestServer,
  metric: object,
  events: (name: string) => Event[],
  settings: object = {},
): Promise<Results> {
  const body = { metrics: [{ id: "m", name: "M", ...metric }], settings: { ...FREQUENTIST, ...settings } };
  const { id } = await runExperiment(server, body, events);
  const { results_cache } = await computed(server, id);
  expect(results_cache.$errors).toEqual([]);
  return results_cache.metrics.m;
}

/** Four in the control, five in the treatment. */
export const people = (name: string, prefix = "p"): Event[] => [
  ...[1, 2, 3, 4].map((n) => exposure(name, `${prefix}-${name}-c${n}`, "control")),
  ...[1, 2, 3, 4, 5].map((n) => exposure(name, `${prefix}-${name}-t${n}`, "treatment")),
];
export const who = (name: string, one: string, prefix = "p") => `${prefix}-${name}-${one}`;
