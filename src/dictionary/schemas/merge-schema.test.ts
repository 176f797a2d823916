import { describe, expect, test } from "vitest";
import { checkSchema } from "./check-schema.ts";
import { mergeSchema } from "./merge-schema.ts";
import { toSchemaJson } from "./schema-json.ts";

/** Uploads one schema after the other; what is stored in the end, as it is read. */
function stored(...uploads: unknown[]): unknown {
  const merge = (before: ReturnType<typeof mergeSchema> | undefined, upload: unknown) =>
    mergeSchema(before, checkSchema(upload, ""));
  const schema = uploads.reduce(merge, undefined) as ReturnType<typeof mergeSchema>;
  return toSchemaJson(schema);
}
const service = (metadata: unknown) => ({ metadata: { "com.service": metadata } });
const price = (metadata?: unknown) => ({
  properties: { price: { type: "number", ...(metadata === undefined ? {} : service(metadata)) } },
});

describe("metadata", () => {
  test.each([
    ["a: is kept when the upload has none", service({ hidden: true }), {}, service({ hidden: true })],
    [
      "b: is kept key by key, and lists are replaced",
      service({ hidden: true, tags: ["a"] }),
      service({ tags: ["b"] }),
      service({ hidden: true, tags: ["b"] }),
    ],
    [
      "c: a key that is null goes",
      service({ hidden: true, displayName: "X" }),
      service({ hidden: null }),
      service({ displayName: "X" }),
    ],
    [
      "d: false is a value",
      service({ hidden: true }),
      service({ hidden: false }),
      service({ hidden: false }),
    ],
    [
      "e: a namespace that is null goes with all its keys",
      service({ tags: ["a"], contacts: ["u@x.io"] }),
      service(null),
      {},
    ],
    [
      "f: of a property is kept too",
      price({ displayName: "Price", dropped: true }),
      price(),
      price({ displayName: "Price", dropped: true }),
    ],
    [
      "g: of a property goes where it is null",
      price({ displayName: "Price", dropped: true }),
      price({ dropped: null }),
      price({ displayName: "Price" }),
    ],
    [
      "h: goes with a property that is not mentioned",
      {
        properties: {
          ...price({ hidden: true }).properties,
          sku: { type: "string", ...service({ hidden: true }) },
        },
      },
      price(),
      price({ hidden: true }),
    ],
    [
      "i: outlives a description",
      { description: "old", ...service({ hidden: true }) },
      { properties: {} },
      { properties: {}, ...service({ hidden: true }) },
    ],
    ["j: null is not stored", {}, service({ hidden: null, displayName: "Y" }), service({ displayName: "Y" })],
    [
      "metadata that is null goes at its level",
      { ...price({ hidden: true }), ...service({ tags: ["a"] }) },
      { ...price(), metadata: null },
      price({ hidden: true }),
    ],
    [
      "metadata of a property that is null goes",
      { ...price({ hidden: true }), ...service({ tags: ["a"] }) },
      { properties: { price: { type: "number", metadata: null } } },
      { ...price(), ...service({ tags: ["a"] }) },
    ],
    ["an empty namespace removes nothing", service({ tags: ["a"] }), service({}), service({ tags: ["a"] })],
    ["empty metadata removes nothing", service({ tags: ["a"] }), { metadata: {} }, service({ tags: ["a"] })],
    [
      "other vendors' is kept, replaced whole, and removed by null",
      { metadata: { a: { x: 1 }, b: { y: null }, c: 1 } },
      { metadata: { a: { z: 2 }, c: null } },
      { metadata: { a: { z: 2 }, b: { y: null } } },
    ],
    [
      "a namespace that is null leaves other vendors' alone",
      { metadata: { "com.service": { hidden: true }, a: 1 } },
      service(null),
      { metadata: { a: 1 } },
    ],
  ])("%s", (_rule, before, upload, after) => {
    expect(stored(before, upload)).toEqual(after);
  });

  test("l: an entity twice in one upload is merged one after the other", () => {
    expect(stored(service({ hidden: true }), service({ hidden: null }), {})).toEqual({});
  });
});

describe("both namespaces", () => {
  const both = (first: unknown, second: unknown) => ({
    metadata: { "com.mixpanel": second, "com.service": first },
  });
  test.each([
    [
      "the first counts key by key",
      both({ hidden: true }, { hidden: false, tags: ["a"] }),
      service({ hidden: true, tags: ["a"] }),
    ],
    ["its null counts too", both({ hidden: null }, { hidden: true }), {}],
    [
      "the second alone comes back as it came",
      { metadata: { "com.mixpanel": { hidden: true } } },
      { metadata: { "com.mixpanel": { hidden: true } } },
    ],
  ])("%s", (_rule, upload, after) => {
    expect(stored(upload)).toEqual(after);
  });

  test("a key of the second takes the place of one the first set, and never both come back", () => {
    const after = stored(service({ hidden: true, tags: ["a"] }), {
      metadata: { "com.mixpanel": { hidden: false } },
    });
    expect(after).toEqual({ metadata: { "com.mixpanel": { hidden: false, tags: ["a"] } } });
  });
});

test("__proto__ is a name like any other", () => {
  const upload = JSON.parse(
    '{"__proto__":{"x":1},"properties":{"__proto__":{"type":"string","metadata":{"com.service":{"hidden":true},"__proto__":{"y":2}}}}}',
  );
  const again = JSON.parse('{"__proto__":{"x":1},"properties":{"__proto__":{"type":"string"}}}');
  expect(JSON.stringify(stored(upload, again))).toBe(JSON.stringify(upload));
  expect(({} as { x?: unknown }).x).toBeUndefined();
});
