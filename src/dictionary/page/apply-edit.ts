import { fail, ok, type Result } from "../../platform/result.ts";
import type { PropertyType } from "../conformance/judge.ts";
import type { EntryRef, JsonObject, Metadata, Property, Schema } from "../schemas/types.ts";

/** Null takes a thing away; what is left out stays. */
export type PropertyEdit = {
  display_name?: string | null;
  description?: string | null;
  hidden?: boolean | null;
  dropped?: boolean | null;
  /** Needed where the property is not declared yet. */
  type?: PropertyType;
  examples?: readonly unknown[] | null;
};
export type EntryEdit = Omit<PropertyEdit, "type" | "examples"> & {
  source?: string | null;
  tags?: string[] | null;
  contacts?: string[] | null;
  team_contacts?: string[] | null;
  properties?: { readonly [name: string]: PropertyEdit };
};
export type Edit = EntryRef & { change: EntryEdit };

export type EditFault = { code: "type_missing"; property: string };

const EMPTY: Schema = {
  keys: {},
  metadata: {},
  foreign: {},
  properties: undefined,
  namespace: "com.service",
};

/** An entry as it is after an edit. One that is not declared yet is declared by it. */
export function applyEdit(schema: Schema = EMPTY, edit: EntryEdit): Result<Schema, EditFault> {
  const properties = new Map(Object.entries(schema.properties ?? {}));
  for (const [name, change] of Object.entries(edit.properties ?? {})) {
    const edited = applyToProperty(properties.get(name), change);
    if (edited === undefined) return fail({ code: "type_missing", property: name });
    properties.set(name, edited);
  }
  return ok({
    ...schema,
    keys: withKeys(schema.keys, { description: edit.description }),
    metadata: withKeys(schema.metadata, {
      $source: edit.source,
      ...metadataOf(edit),
      tags: edit.tags,
      contacts: edit.contacts,
      teamContacts: edit.team_contacts,
    }),
    properties:
      schema.properties === undefined && edit.properties === undefined
        ? undefined
        : Object.fromEntries(properties),
  });
}

function applyToProperty(known: Property | undefined, change: PropertyEdit): Property | undefined {
  const { definition, metadata, foreign } = known ?? { definition: {}, metadata: {}, foreign: {} };
  const described = withKeys(definition, {
    type: change.type,
    description: change.description,
    examples: change.examples,
  });
  if (described.type === undefined) return undefined;
  return { definition: described, metadata: withKeys(metadata, metadataOf(change)), foreign };
}

const metadataOf = ({ display_name, hidden, dropped }: PropertyEdit): JsonObject => ({
  displayName: display_name,
  hidden,
  dropped,
});

/** Undefined says nothing, null takes away. */
function withKeys<Object_ extends JsonObject | Metadata>(object: Object_, said: JsonObject): Object_ {
  const news = Object.entries(said).filter(([, value]) => value !== undefined);
  const all = Object.entries({ ...object, ...Object.fromEntries(news) });
  return Object.fromEntries(all.filter(([, value]) => value !== null)) as Object_;
}
