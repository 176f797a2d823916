import { expect } from "vitest";
import { exportLines, waitUntilLoaded } from "../support/events.ts";
import { seededRandom } from "../support/random.ts";
import { FIRST_CREDENTIALS } from "../support/test-config.ts";
import type { TestServer } from "../support/test-server.ts";
import { makeAttack } from "./mutate.ts";

const CONNECTIONS = 8;
const authorization = `Basic ${Buffer.from(FIRST_CREDENTIALS).toString("base64")}`;

export type Outcome = {
  statuses: Record<number, number>;
  slowestMs: number;
  imported: number;
  refused: number;
};

/** Sends so many bodies and holds every answer against what an answer has to be. */
export async function attack(server: TestServer, count: number, seed: number): Promise<Outcome> {
  const random = seededRandom(seed);
  const outcome: Outcome = { statuses: {}, slowestMs: 0, imported: 0, refused: 0 };
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const { query, headers, body } = makeAttack(random);
      const began = performance.now();
      const response = await fetch(`${server.url}/import?${query}`, {
        method: "POST",
        headers: { ...headers, authorization },
        body,
      });
      const text = await response.text();
      outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - began);
      outcome.statuses[response.status] = (outcome.statuses[response.status] ?? 0) + 1;
      const what = `${query} ${JSON.stringify(headers)} ${body.toString("base64").slice(0, 2000)}`;
      expect(response.status, `${text} for ${what}`).toBeLessThan(500);
      if (!(response.headers.get("content-type") ?? "").includes("json")) {
        expect(["0", "1"], what).toContain(text);
        continue;
      }
      const answer = JSON.parse(text);
      if (answer.num_records_imported !== undefined) outcome.imported += answer.num_records_imported;
      for (const failed of answer.failed_records ?? []) {
        outcome.refused += 1;
        expect(failed, what).toEqual({
          index: expect.any(Number),
          insert_id: expect.any(String),
          $insert_id: expect.any(String),
          field: expect.any(String),
          message: expect.stringMatching(/./),
        });
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  return outcome;
}

/** Nothing that was taken broke what comes after: all of it is loaded, nothing set aside, and the server is well. */
export async function expectSound(server: TestServer): Promise<void> {
  await waitUntilLoaded(server);
  const { body } = await server.call("GET", "/readyz", { as: null });
  expect(body).toMatchObject({ status: "ok", parts: { loader: { frames_set_aside: 0 } } });
  const { body: usage } = await server.call("GET", "projects/1/usage");
  const lines = await exportLines(server);
  for (const line of lines) JSON.parse(line);
  // Copies of an event are one line; everything else that was counted is there.
  expect(lines.length).toBe(usage.results.events);
}
