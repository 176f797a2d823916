import { Type } from "typebox";
import { expect, test } from "vitest";
import { HttpFailure } from "./http-failure.ts";
import { compileCheck } from "./validation.ts";

const schema = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    role: Type.Optional(Type.Enum(["owner", "admin"])),
    expires: Type.Optional(Type.Union([Type.String({ format: "date-time" }), Type.Null()])),
    projects: Type.Optional(
      Type.Array(Type.Object({ id: Type.Integer({ minimum: 1 }) }, { additionalProperties: false })),
    ),
  },
  { additionalProperties: false },
);
const check = compileCheck(schema, "body");

function refusal(value: unknown): HttpFailure {
  try {
    check(value);
  } catch (failure) {
    if (failure instanceof HttpFailure) return failure;
    throw failure;
  }
  throw new Error("accepted");
}

test("a value that fits passes", () => {
  expect(() => check({ name: "a", role: "owner", expires: null, projects: [{ id: 1 }] })).not.toThrow();
});

test.each([
  [{}, "name", "name: is required."],
  [{ name: "" }, "name", "name: must not have fewer than 1 characters."],
  [{ name: 5 }, "name", "name: must be string."],
  [{ name: "a", role: "king" }, "role", 'role: must be "owner" or "admin".'],
  [
    { name: "a", expires: "soon" },
    "expires",
    "expires: must be a moment such as 2026-01-31T12:00:00Z or null.",
  ],
  [{ name: "a", projects: [{ id: 1 }, { id: "x" }] }, "projects[1].id", "projects[1].id: must be integer."],
  [
    { name: "a", projects: [{ id: 1, k: 2 }] },
    "projects[0].k",
    "projects[0].k: is not a known key; remove it.",
  ],
  [{ name: "a", nmae: "b" }, "nmae", "nmae: is not a known key; remove it."],
  [[], "body", "body: must be object."],
  [null, "body", "body: must be object."],
])("%j is refused by its field", (value, field, message) => {
  const failure = refusal(value);
  expect(failure).toMatchObject({ status: 400, type: "invalid_body", field, message });
});
