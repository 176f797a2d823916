import { Agent, request as httpRequest } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectLinear, GROWTH_BYTES_MAX } from "../support/growth.ts";
import { seededRandom } from "../support/random.ts";
import { FIRST_CREDENTIALS } from "../support/test-config.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { type Case, casesOf, type Sent } from "./cases.ts";

/**
 * Whatever is sent to an endpoint, the thread of the server works on it for a time in proportion to its length: four times the input
 * takes at most six times the processor time. Nothing is said about how long that is; `npm run bench -- blocking` measures it.
 */
const LONG = process.env.TRIBUTARY_TEST_LONG === "1";
/** Of each kind of place at an endpoint: with a fixed seed, so that a failure can be repeated. */
const SAMPLED = LONG ? 60_000 : 1200;
/** Some seconds on a quiet machine; a busy one takes ten times as long. */
const TIMEOUT_MS = LONG ? 3_600_000 : 300_000;

let server: TestServer;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  server = await startTestServer({ config: { AUTH_FAILURES_PER_MINUTE: 0, TRUST_PROXY: ["127.0.0.1"] } });
});
afterAll(async () => {
  agent.destroy();
  await server.close();
});

const authorization = `Basic ${Buffer.from(FIRST_CREDENTIALS).toString("base64")}`;

/** A stream without an end is left as soon as it begins. */
function send({ method, path, headers, body }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const url = new URL(server.url);
    const { hostname, port } = url;
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const sent = httpRequest(
      {
        agent,
        hostname,
        port,
        method,
        path,
        maxHeaderSize: 1_000_000,
        headers: { authorization, ...headers, ...length },
      },
      (response) => {
        const { statusCode = 0 } = response;
        if (response.headers["content-type"]?.includes("event-stream")) response.destroy();
        response.resume().once("close", () => resolve(statusCode));
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });
}

/** Which would take away what the others need. */
const isLeftOut = ({ name }: Case): boolean =>
  name.startsWith("DELETE /api/app/projects/1,") || name.startsWith("DELETE /api/app/organizations/1,");

/** As many of each endpoint and place as of any other. */
function sample(all: readonly Case[]): Case[] {
  const random = seededRandom(20_261_117);
  const places = Map.groupBy(all, ({ name }) => name.split(": ", 1)[0] ?? "");
  const groups = [...places.values()].map((cases) => ({ cases, order: random.next() }));
  groups.sort((left, right) => left.order - right.order);
  const each = Math.ceil(SAMPLED / groups.length);
  return groups
    .flatMap(({ cases }) => Array.from({ length: each }, () => cases[random.below(cases.length)]))
    .filter((one) => one !== undefined)
    .slice(0, SAMPLED);
}

test(
  "hard input to any endpoint takes time in proportion to its length",
  async () => {
    const all = casesOf(server.running.routes, server.running.rawRoutes).filter((one) => !isLeftOut(one));
    expect(all.length).toBeGreaterThan(10_000);
    for (const { name, sizeMax, request } of sample(all)) {
      await expectLinear(name, Math.min(sizeMax, GROWTH_BYTES_MAX), (size) => {
        const sent = request(size);
        return async () => expect(await send(sent), name).toBeLessThan(500);
      });
    }
  },
  TIMEOUT_MS,
);
