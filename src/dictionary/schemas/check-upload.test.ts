import { describe, expect, test } from "vitest";
import { checkRef, checkUpload } from "./check-upload.ts";

const entry = (schemaJson: unknown, more: object = {}) => ({
  entityType: "event",
  name: "a",
  schemaJson,
  ...more,
});
const upload = (schemaJson: unknown) => ({ entries: [entry(schemaJson)] });
const property = (definition: unknown) => upload({ properties: { p: definition } });
const entity = (key: string, value: unknown) => upload({ metadata: { "com.service": { [key]: value } } });
const ofProperty = (key: string, value: unknown) =>
  property({ type: "string", metadata: { "com.mixpanel": { [key]: value } } });
const at = "entries[0].schemaJson";

describe("refused, with the place", () => {
  test.each<[unknown, string]>([
    [null, "body"],
    [[], "body"],
    [{}, "entries"],
    [{ entries: null }, "entries"],
    [{ entries: {} }, "entries"],
    [{ entries: [], truncate: 1 }, "truncate"],
    [{ entries: [], truncate: "true" }, "truncate"],
    [{ entries: [], more: 1 }, "more"],
    [JSON.parse('{"entries":[],"__proto__":1}'), "__proto__"],
    [{ entries: [1] }, "entries[0]"],
    [{ entries: [entry({}), null] }, "entries[1]"],
    [{ entries: [{ name: "a", schemaJson: {} }] }, "entries[0].entityType"],
    [{ entries: [{ entityType: "event", schemaJson: {} }] }, "entries[0].name"],
    [{ entries: [{ entityType: "event", name: "a" }] }, "entries[0].schemaJson"],
    [{ entries: [entry({}, { more: 1 })] }, "entries[0].more"],
    [{ entries: [entry({}, { entityType: "group" })] }, "entries[0].entityType"],
    [{ entries: [entry({}, { entityType: null })] }, "entries[0].entityType"],
    [{ entries: [entry({}, { name: "" })] }, "entries[0].name"],
    [{ entries: [entry({}, { name: 1 })] }, "entries[0].name"],
    [{ entries: [entry({}, { name: null })] }, "entries[0].name"],
    [{ entries: [entry({}, { name: "x".repeat(256) })] }, "entries[0].name"],
    [{ entries: [entry({}, { name: "\ud800" })] }, "entries[0].name"],
    [{ entries: [entry({}, { name: "a\0b" })] }, "entries[0].name"],
    [upload(null), at],
    [upload([]), at],
    [upload("x"), at],
    [upload({ description: 1 }), `${at}.description`],
    [upload({ description: "x".repeat(4097) }), `${at}.description`],
    [upload({ $schema: "http://json-schema.org/draft-04/schema#" }), `${at}.$schema`],
    [upload({ $schema: "https://json-schema.org/draft/2020-12/schema" }), `${at}.$schema`],
    [upload({ $schema: null }), `${at}.$schema`],
    [upload({ required: "p" }), `${at}.required`],
    [upload({ required: ["p", 1] }), `${at}.required[1]`],
    [upload({ required: null }), `${at}.required`],
    [upload({ additionalProperties: null }), `${at}.additionalProperties`],
    [upload({ additionalProperties: {} }), `${at}.additionalProperties`],
    [upload({ properties: null }), `${at}.properties`],
    [upload({ properties: [] }), `${at}.properties`],
    [upload({ properties: { ["x".repeat(256)]: { type: "null" } } }), `${at}.properties.${"x".repeat(100)}…`],
    [property(null), `${at}.properties.p`],
    [property("string"), `${at}.properties.p`],
    [property({}), `${at}.properties.p.type`],
    [property({ type: null }), `${at}.properties.p.type`],
    [property({ type: "date" }), `${at}.properties.p.type`],
    [property({ type: ["string"] }), `${at}.properties.p.type`],
    [property({ type: ["string", "null"] }), `${at}.properties.p.type`],
    [property({ type: "string", more: 1 }), `${at}.properties.p.more`],
    [property({ type: "string", description: 1 }), `${at}.properties.p.description`],
    [property({ type: "string", format: 1 }), `${at}.properties.p.format`],
    [property({ type: "string", format: null }), `${at}.properties.p.format`],
    [property({ type: "string", examples: "x" }), `${at}.properties.p.examples`],
    [property({ type: "string", examples: null }), `${at}.properties.p.examples`],
    [property({ type: "string", metadata: "x" }), `${at}.properties.p.metadata`],
    [
      JSON.parse(
        `{"entries":[{"entityType":"event","name":"a","schemaJson":{"properties":{"__proto__":{}}}}]}`,
      ),
      `${at}.properties.__proto__.type`,
    ],
    [ofProperty("tags", ["a"]), `${at}.properties.p.metadata.com.mixpanel.tags`],
    [ofProperty("hidden", "true"), `${at}.properties.p.metadata.com.mixpanel.hidden`],
    [ofProperty("dropped", 1), `${at}.properties.p.metadata.com.mixpanel.dropped`],
    [ofProperty("displayName", 1), `${at}.properties.p.metadata.com.mixpanel.displayName`],
    [upload({ metadata: 1 }), `${at}.metadata`],
    [upload({ metadata: [] }), `${at}.metadata`],
    [upload({ metadata: { "com.service": "x" } }), `${at}.metadata.com.service`],
    [upload({ metadata: { "com.mixpanel": [] } }), `${at}.metadata.com.mixpanel`],
    [entity("more", 1), `${at}.metadata.com.service.more`],
    [entity("$source", 1), `${at}.metadata.com.service.$source`],
    [entity("displayName", {}), `${at}.metadata.com.service.displayName`],
    [entity("tags", "a"), `${at}.metadata.com.service.tags`],
    [entity("tags", ["a", null]), `${at}.metadata.com.service.tags[1]`],
    [entity("teamContacts", [1]), `${at}.metadata.com.service.teamContacts[0]`],
    [entity("contacts", ["a@b", "nobody"]), `${at}.metadata.com.service.contacts[1]`],
    [entity("contacts", ["a@b@c"]), `${at}.metadata.com.service.contacts[0]`],
    [entity("hidden", 0), `${at}.metadata.com.service.hidden`],
    [entity("dropped", "yes"), `${at}.metadata.com.service.dropped`],
  ])("%j", async (body, path) => {
    const outcome = await checkUpload(body);
    expect(outcome).toMatchObject({ ok: false, failure: { code: "invalid_body", path } });
  });
});

describe("taken", () => {
  test.each<[unknown]>([
    [{ entries: [] }],
    [{ entries: [], truncate: null }],
    [{ entries: [], truncate: true }],
    [{ entries: [entry({}, { entityType: "profile", name: "$user" })] }],
    [{ entries: [entry({}, { name: "x".repeat(255) })] }],
    [upload({ description: null })],
    [upload({ $schema: "http://json-schema.org/draft-07/schema" })],
    [upload({ $schema: "https://json-schema.org/draft-07/schema#" })],
    [upload({ required: ["nowhere"], additionalProperties: true, "x-own": [null] })],
    [property({ type: "null", description: null, examples: [null, { a: 1 }], metadata: null })],
    [upload({ metadata: { "com.service": null, "com.mixpanel": {}, other: "anything" } })],
    ...["$source", "displayName", "tags", "hidden", "dropped", "contacts", "teamContacts"].map(
      (key): [unknown] => [entity(key, null)],
    ),
    ...["displayName", "hidden", "dropped"].map((key): [unknown] => [ofProperty(key, null)]),
  ])("%j", async (body) => {
    expect(await checkUpload(body)).toMatchObject({ ok: true });
  });

  test("truncate is false unless it is true", async () => {
    expect(await checkUpload({ entries: [], truncate: null })).toMatchObject({ value: { truncate: false } });
    expect(await checkUpload({ entries: [], truncate: true })).toMatchObject({ value: { truncate: true } });
  });
});

test("a path names an entity type and a name, and the query's own word stands in its fault", () => {
  expect(checkRef("event", "a/b")).toEqual({ ok: true, value: { entityType: "event", name: "a/b" } });
  expect(checkRef("Event", "a")).toMatchObject({ failure: { code: "invalid_path", path: "entityType" } });
  expect(checkRef("event", "", "entity_name")).toMatchObject({ failure: { path: "entity_name" } });
});
