import { checkMetadata, ENTITY_METADATA, PROPERTY_METADATA } from "./check-metadata.ts";
import {
  below,
  expectKeys,
  expectName,
  expectObject,
  expectShallow,
  expectText,
  expectTexts,
  Fault,
} from "./fault.ts";
import type { JsonObject, Namespace, PropertyDraft, SchemaDraft } from "./types.ts";

export const PROPERTY_TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"] as const;
const DEFINITION_KEYS = ["type", "description", "format", "examples", "metadata"];
export const DESCRIPTION_MAX_CHARACTERS = 4096;
const DRAFT_07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;

type Seen = (namespace: Namespace | undefined) => void;

/** Reads one `schemaJson`. Keys it does not know are kept as they are; where the interface is closed they are refused. */
export function checkSchema(value: unknown, path: string): SchemaDraft {
  const schema = expectObject(value, path);
  const used = new Set<Namespace>();
  const seen: Seen = (namespace) => void (namespace && used.add(namespace));
  for (const [key, inner] of Object.entries(schema))
    (KEY_CHECKS.get(key) ?? expectShallow)(inner, below(path, key));
  const metadata = checkMetadata(schema.metadata, ENTITY_METADATA, below(path, "metadata"));
  seen(metadata.namespace);
  const properties = checkProperties(schema.properties, below(path, "properties"), seen);
  return {
    keys: without(schema, ["properties", "metadata"]),
    metadata: metadata.draft,
    properties,
    // Where one upload uses both, the first spelling counts, as it does for values.
    namespace: used.has("com.service") ? "com.service" : [...used][0],
  };
}

/** What the keys we know must be. `properties` and `metadata` are read apart. */
const KEY_CHECKS: ReadonlyMap<string, (value: unknown, path: string) => void> = new Map([
  ["properties", () => undefined],
  ["metadata", () => undefined],
  ["description", expectDescription],
  ["$schema", expectDialect],
  ["required", expectTexts],
  ["additionalProperties", expectBoolean],
]);

function expectDialect(value: unknown, path: string): void {
  if (!DRAFT_07.test(expectText(value, path)))
    throw new Fault(path, "must be http://json-schema.org/draft-07/schema#, the only dialect understood");
}

function expectBoolean(value: unknown, path: string): void {
  if (typeof value !== "boolean") throw new Fault(path, "must be true or false");
}

function checkProperties(value: unknown, path: string, seen: Seen): SchemaDraft["properties"] {
  if (value === undefined) return undefined;
  return Object.entries(expectObject(value, path)).map(([name, definition]) => {
    const place = below(path, name);
    expectName(name, place);
    return [name, checkProperty(definition, place, seen)] as const;
  });
}

function checkProperty(value: unknown, path: string, seen: Seen): PropertyDraft {
  const definition = expectObject(value, path);
  expectKeys(definition, DEFINITION_KEYS, path);
  const { type, description, format, examples } = definition;
  if (type === undefined) throw new Fault(below(path, "type"), "is required");
  if (!(PROPERTY_TYPES as readonly unknown[]).includes(type))
    throw new Fault(below(path, "type"), `must be one of ${PROPERTY_TYPES.join(", ")}`);
  if (description !== undefined) expectDescription(description, below(path, "description"));
  if (format !== undefined) expectText(format, below(path, "format"));
  if (examples !== undefined && !Array.isArray(examples))
    throw new Fault(below(path, "examples"), "must be a list");
  expectShallow(examples, below(path, "examples"));
  const metadata = checkMetadata(definition.metadata, PROPERTY_METADATA, below(path, "metadata"));
  seen(metadata.namespace);
  return { definition: without(definition, ["metadata"]), metadata: metadata.draft };
}

/** Null is how a client says that there is none; it is not kept. */
function expectDescription(value: unknown, path: string): void {
  if (value !== null && expectText(value, path).length > DESCRIPTION_MAX_CHARACTERS)
    throw new Fault(path, `must have at most ${DESCRIPTION_MAX_CHARACTERS} characters`);
}

function without(object: JsonObject, left: readonly string[]): JsonObject {
  const stays = ([key, value]: [string, unknown]) =>
    !left.includes(key) && !(key === "description" && value === null);
  return Object.fromEntries(Object.entries(object).filter(stays));
}
