import type { JsonObject, Namespace, Property, Schema } from "./types.ts";

/** A schema as it goes over the wire: our metadata under one spelling of the namespace, never both; nothing empty. */
export function toSchemaJson(schema: Schema, namespace: Namespace = schema.namespace): JsonObject {
  const properties =
    schema.properties &&
    Object.entries(schema.properties).map(([name, property]): [string, JsonObject] => [
      name,
      toDefinition(property, namespace),
    ]);
  return {
    ...schema.keys,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(properties) }),
    ...toMetadata(schema, namespace),
  };
}

const toDefinition = (property: Property, namespace: Namespace): JsonObject => ({
  ...property.definition,
  ...toMetadata(property, namespace),
});

function toMetadata(
  { metadata, foreign }: Pick<Property, "metadata" | "foreign">,
  namespace: Namespace,
): { metadata?: JsonObject } {
  const own = Object.keys(metadata).length === 0 ? {} : { [namespace]: metadata };
  const all = { ...own, ...foreign };
  return Object.keys(all).length === 0 ? {} : { metadata: all };
}
