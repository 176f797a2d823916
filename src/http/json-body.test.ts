import fastify from "fastify";
import { expect, test } from "vitest";
import { explain } from "./error-handlers.ts";
import { installJsonBody } from "./json-body.ts";

async function send(payload: string) {
  const app = fastify();
  installJsonBody(app);
  app.setErrorHandler((error, request, reply) => {
    const { status, message, field } = explain(error as never, request, {} as never);
    return reply.code(status).send({ message, field });
  });
  app.post("/", (request) => ({ got: request.body }));
  const reply = await app.inject({
    ...{ method: "POST", url: "/", payload, headers: { "content-type": "application/json" } },
  });
  await app.close();
  return { status: reply.statusCode, ...reply.json() };
}

test.each([
  [String.raw`{"a":{"b":["x","y\u0000"]}}`, "a.b[1]"],
  [String.raw`{"a":{"b\u0000":1}}`, "a"],
  [String.raw`"\u0000"`, undefined],
  [`${'{"a":'.repeat(100_000)}"\\u0000"${"}".repeat(100_000)}`, "a.a.a.a.a.a.a.a.a.a"],
])("a NUL character is refused, and the field named that has it", async (body, field) => {
  const answer = await send(body);
  expect(answer).toMatchObject({ status: 400, message: expect.stringContaining("remove it") });
  expect(answer.field).toBe(field);
});

test("what only reads like one is taken as it is", async () => {
  expect(await send(String.raw`{"a":"\\u0000","__proto__":1}`)).toMatchObject({ status: 200 });
});
