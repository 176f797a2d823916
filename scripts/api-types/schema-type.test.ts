import { expect, test } from "vitest";
import { schemaType } from "./schema-type.ts";

test.each([
  [{ type: "string" }, "string"],
  [{ type: "integer" }, "number"],
  [{ type: ["string", "null"] }, "string | null"],
  [{ enum: ["us", "eu"] }, '"us" | "eu"'],
  [{ const: "ok", type: "string" }, '"ok"'],
  [{ anyOf: [{ type: "number" }, { type: "null" }] }, "number | null"],
  [
    { allOf: [{ $ref: "#/components/schemas/A" }, { type: "object" }] },
    '(components["schemas"]["A"]) & (Record<string, unknown>)',
  ],
  [{ type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } }, "(string | number)[]"],
  [{ type: "array", items: [{ type: "string" }, { type: "number" }] }, "[string, number]"],
  [
    { type: "object", required: ["a"], properties: { a: { type: "string" }, b: { type: "boolean" } } },
    '{ "a": string; "b"?: boolean; }',
  ],
  [{ type: "object", patternProperties: { "^.*$": { type: "number" } } }, "Record<string, number>"],
  [{ type: "object", additionalProperties: { type: "string" } }, "Record<string, string>"],
  [
    { type: "object", properties: { a: {} }, additionalProperties: true },
    '({ "a"?: unknown; } & Record<string, unknown>)',
  ],
  [{ type: "object", properties: { a: {} }, additionalProperties: false }, '{ "a"?: unknown; }'],
  [{ $ref: "elsewhere.json" }, "unknown"],
  [{}, "unknown"],
  [undefined, "unknown"],
])("%j becomes %s", (schema, type) => {
  expect(schemaType(schema)).toBe(type);
});
