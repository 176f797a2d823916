import { afterAll, beforeAll, expect, test } from "vitest";
import { seededRandom } from "../support/random.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { expectSound } from "./attack.ts";
import { makeAttack } from "./mutate.ts";

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = (await server.call("GET", "projects/1")).body.results.token;
});
afterAll(() => server.close());

const CONNECTIONS = 8;
const PARAMS = [
  "",
  "verbose=1",
  "strict=1",
  "img=1",
  "callback=a.b",
  "callback=%3Cscript%3E",
  "redirect=//evil",
  "ip=1",
  "strict=x",
];

/** Puts the token in, wherever a record still looks like one; the bytes around it stay as odd as they are. */
const withToken = (body: Buffer): Buffer =>
  Buffer.from(
    body
      .toString("latin1")
      .replaceAll('"properties":{', `"properties":{"token":"${token}",`)
      .replaceAll('{"event"', `{"$token":"${token}","$distinct_id":"ana","$set":{"a":1},"event"`),
    "latin1",
  );

async function attackDoor(path: string, count: number, seed: number): Promise<Record<string, number>> {
  const random = seededRandom(seed);
  const answers: Record<string, number> = {};
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const { headers, body } = makeAttack(random);
      const isPacked = Object.keys(headers).some((name) => name.toLowerCase() === "content-encoding");
      const sent = isPacked ? body : withToken(body);
      const query = PARAMS[random.below(PARAMS.length)] ?? "";
      const response = await fetch(`${server.url}${path}?${query}`, { method: "POST", headers, body: sent });
      const text = await response.text();
      const what = `${query} ${JSON.stringify(headers)} ${sent.toString("base64").slice(0, 2000)}`;
      expect(response.status, `${text} for ${what}`).toBeLessThan(500);
      expect(text, what).not.toContain("<script>");
      const type = response.headers.get("content-type") ?? "";
      if (type.startsWith("application/json")) JSON.parse(text);
      else expect(text, what).toMatch(/^(?:0|1|a\.b\([01]\);|GIF89a[\s\S]*)$/);
      answers[`${response.status} ${type}`] = (answers[`${response.status} ${type}`] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return answers;
}

test.each([
  ["/track", 1500],
  ["/engage", 700],
  ["/groups/", 700],
])("%s answers %i odd bodies below 500 each, in the client's dialect", async (path, count) => {
  const answers = await attackDoor(path, count, count);
  expect(Object.values(answers).reduce((sum, each) => sum + each, 0)).toBe(count);
  expect(answers["200 text/plain; charset=utf-8"]).toBeGreaterThan(0);
});

test("and what was taken can be read afterwards", async () => {
  await expectSound(server);
  expect((await server.call("GET", "projects/1/usage")).body.results.events).toBeGreaterThan(0);
});
