import type { Selectable } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { EntityType, Entry, JsonObject, Metadata, Property, Schema } from "./types.ts";

export type StoredRow = Pick<
  Selectable<ControlTables["dictionary_entry"]>,
  "entity_type" | "name" | "version" | "namespace" | "metadata" | "body"
>;

/** The columns of a row that hold the schema. */
export type SchemaColumns = {
  namespace: Schema["namespace"];
  metadata: string;
  body: string;
  bytes: number;
  isDropped: boolean;
  droppedProperties: string | null;
};

type StoredProperty = { definition: JsonObject; metadata?: Metadata; foreign?: JsonObject };
type StoredBody = {
  keys: JsonObject;
  foreign?: JsonObject;
  properties?: { [name: string]: StoredProperty };
};

const unlessEmpty = (object: JsonObject): JsonObject | undefined => {
  for (const _key in object) return object;
  return undefined;
};

/** Flags have no effect on profiles; they are stored with them all the same. */
export function toColumns(entityType: EntityType, schema: Schema): SchemaColumns {
  const properties = schema.properties && Object.entries(schema.properties);
  const dropped =
    entityType === "event" ? properties?.filter(([, property]) => property.metadata.dropped === true) : [];
  const stored = properties?.map(([name, property]) => [name, toStored(property)]);
  const metadata = JSON.stringify(schema.metadata);
  const body = JSON.stringify({
    keys: schema.keys,
    foreign: unlessEmpty(schema.foreign),
    properties: stored && Object.fromEntries(stored),
  });
  return {
    namespace: schema.namespace,
    metadata,
    body,
    bytes: Buffer.byteLength(metadata) + Buffer.byteLength(body),
    isDropped: entityType === "event" && schema.metadata.dropped === true,
    droppedProperties: dropped?.length ? JSON.stringify(dropped.map(([name]) => name)) : null,
  };
}

const toStored = ({ definition, metadata, foreign }: Property) => ({
  definition,
  metadata: unlessEmpty(metadata),
  foreign: unlessEmpty(foreign),
});

export function toSchema({
  namespace,
  metadata,
  body,
}: Pick<StoredRow, "namespace" | "metadata" | "body">): Schema {
  const { keys, foreign = {}, properties }: StoredBody = JSON.parse(body);
  const read = properties && Object.entries(properties).map(([name, stored]) => [name, toProperty(stored)]);
  return {
    keys,
    foreign,
    metadata: JSON.parse(metadata),
    properties: read && Object.fromEntries(read),
    namespace,
  };
}

const toProperty = ({ definition, metadata = {}, foreign = {} }: StoredProperty): Property => ({
  definition,
  metadata,
  foreign,
});

export const toEntry = (row: StoredRow): Entry => ({
  entityType: row.entity_type,
  name: row.name,
  version: row.version,
  schema: toSchema(row),
});
