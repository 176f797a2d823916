type Type = "string" | "number" | "integer" | "boolean" | "array";

/** A property as this demo writes it down: its type, what it means, and more where there is more to say. */
export type PropertyNote = readonly [
  Type,
  string,
  {
    displayName?: string;
    hidden?: boolean;
    dropped?: boolean;
    format?: string;
    examples?: readonly unknown[];
  }?,
];

export type EventNote = {
  description: string;
  displayName?: string;
  tags: readonly string[];
  contacts?: readonly string[];
  teamContacts?: readonly string[];
  hidden?: boolean;
  dropped?: boolean;
  properties?: Record<string, PropertyNote>;
  required?: readonly string[];
  additionalProperties?: boolean;
};

/** Notes as the schema upload takes them. */
export function declare(entityType: "event" | "profile", name: string, note: EventNote) {
  const { description, properties = {}, required, additionalProperties, ...metadata } = note;
  return {
    entityType,
    name,
    schemaJson: {
      $schema: "http://json-schema.org/draft-07/schema",
      description,
      properties: Object.fromEntries(
        Object.entries(properties).map(([property, one]) => [property, toSchema(one)]),
      ),
      ...(required === undefined ? {} : { required }),
      ...(additionalProperties === undefined ? {} : { additionalProperties }),
      metadata: { "com.service": { $source: "demo", ...metadata } },
    },
  };
}

function toSchema([type, description, { format, examples, ...metadata } = {}]: PropertyNote) {
  return {
    type,
    description,
    ...(format === undefined ? {} : { format }),
    ...(examples === undefined ? {} : { examples }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata: { "com.service": metadata } }),
  };
}
