import { expect, test } from "vitest";
import { ApiFailure, failureOf, refusalAt } from "./failure.ts";

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

test("our server's words, field and request id are kept", () => {
  const body = { error: "name: is required.", status: "error", type: "invalid_body", field: "name" };
  const failure = failureOf(answer(400, { "x-request-id": "abc-1" }), body);
  expect(failure).toMatchObject({
    message: "name: is required.",
    type: "invalid_body",
    status: 400,
    field: "name",
  });
  expect(failure.requestId).toBe("abc-1");
});

test.each([401, 403, 404, 413, 429, 500, 502, 418])("an answer of %s without words gets some", (status) => {
  const failure = failureOf(answer(status), "<html>");
  expect(failure.message.length).toBeGreaterThan(20);
  expect(failure.requestId).toBeUndefined();
});

test("beside a field its name is not said again", () => {
  const refused = (message: string) => new ApiFailure(message, { type: "x", status: 400, field: "name" });
  expect(refusalAt(refused("name: is required."), "name")).toBe("Is required.");
  expect(refusalAt(refused("Choose another name."), "name")).toBe("Choose another name.");
  expect(refusalAt(refused("name: is required."), "email")).toBeUndefined();
  expect(refusalAt(new Error("broken"), "name")).toBeUndefined();
});
