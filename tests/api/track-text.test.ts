import { afterAll, beforeAll, expect, test } from "vitest";
import { exportLines, waitUntilLoaded } from "../support/events.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let token: string;
let other: { id: number; token: string };
beforeAll(async () => {
  server = await startTestServer({});
  token = (await server.call("GET", "projects/1")).body.results.token;
  other = (await server.call("POST", "organizations/1/projects", { body: { name: "Other" } })).body.results;
});
afterAll(() => server.close());

const TIME = Math.floor(Date.now() / 1000) - 60;
const post = async (body: string, query = "") => {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${server.url}/track${query}`, { method: "POST", body, headers });
  return `${response.status} ${await response.text()}`;
};
const single = (step: string, own: string, more: object = {}) =>
  JSON.stringify({
    event: "Step",
    properties: { step, plan: "pro", time: TIME, distinct_id: "ana", ...more, token: own },
  });
async function stored(projectId: number): Promise<unknown[]> {
  const lines = (await exportLines(server, "", projectId)).map((line) => JSON.parse(line));
  return lines.map(({ properties }) => properties.step).sort();
}

/** The first of its shape makes the columns and is parsed; those after it are taken as they stand. */
test("single events, plain and odd ones at once, each reach the project of their own token and are answered", async () => {
  expect(await post(single("first", token))).toBe("200 1");
  expect(await post(single("first", other.token))).toBe("200 1");
  const answers = await Promise.all([
    ...Array.from({ length: 40 }, (_, index) => post(single(`p${index}`, token))),
    ...Array.from({ length: 40 }, (_, index) => post(single(`p${index}`, other.token))),
    post(single("nested", token, { inner: { token: other.token } })),
    post(single("escaped", token, { plan: 'a "token" \n' })),
    post(single("new property", token, { [`new ${TIME}`]: true })),
    post(single("nobody's", "f".repeat(32))),
    post(single("lines", token).replaceAll(",", ",\n")),
    post(`${single("two", token)}${single("three", token)}`),
    post(`${single("cut", token)}`.slice(0, -2)),
    post(single("strict", token), "?strict=1"),
    post(single("verbose", token), "?verbose=1"),
  ]);
  expect(answers.slice(0, 84).every((answer) => answer === "200 1")).toBe(true);
  expect(answers.slice(84).map((answer) => answer.slice(0, 60))).toEqual([
    "200 1",
    expect.stringMatching(/^(200|400) 0$/),
    expect.stringMatching(/^(200|400) 0$/),
    expect.stringContaining('"num_records_imported":1'),
    expect.stringContaining('"status":1'),
  ]);
  await waitUntilLoaded(server);
  const plain = [...Array.from({ length: 40 }, (_, index) => `p${index}`), "first"];
  expect(await stored(1)).toEqual(
    [...plain, "nested", "escaped", "new property", "lines", "strict", "verbose"].sort(),
  );
  expect(await stored(other.id)).toEqual(plain.sort());
});
