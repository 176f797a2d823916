import type { JsonObject, Metadata, MetadataDraft, Property, Schema, SchemaDraft } from "./types.ts";

/**
 * An upload takes the place of what is stored; only metadata outlives it: keys it does not mention stay, keys it sets to null go. A
 * property it does not mention goes with its metadata.
 */
export function mergeSchema(stored: Schema | undefined, draft: SchemaDraft): Schema {
  const known = stored?.properties ?? {};
  const properties = draft.properties?.map(([name, property]): [string, Property] => {
    const before = Object.hasOwn(known, name) ? known[name] : undefined;
    return [name, { definition: property.definition, ...mergeMetadata(before, property.metadata) }];
  });
  return {
    keys: draft.keys,
    ...mergeMetadata(stored, draft.metadata),
    properties: properties && Object.fromEntries(properties),
    namespace: draft.namespace ?? stored?.namespace ?? "com.service",
  };
}

type Described = { readonly metadata: Metadata; readonly foreign: JsonObject };
const NONE: Described = { metadata: {}, foreign: {} };

function mergeMetadata(before: Described | undefined, draft: MetadataDraft): Described {
  const { metadata, foreign } = before ?? NONE;
  return {
    metadata: mergeKeys(draft.clears === "nothing" ? metadata : NONE.metadata, draft.keys),
    foreign: mergeKeys(draft.clears === "all" ? NONE.foreign : foreign, draft.foreign),
  };
}

function mergeKeys(kept: JsonObject, said: JsonObject): JsonObject {
  const merged = Object.entries({ ...kept, ...said }).filter(([, value]) => value !== null);
  return merged.length === 0 ? NONE.metadata : Object.fromEntries(merged);
}
