/** What a schema can be about: an event, or a profile (`$user`, or a group key for that group's profiles). */
export const ENTITY_TYPES = ["event", "profile"] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** The keys our metadata may stand under. One meaning, two spellings: clients of old write the second. */
export const NAMESPACES = ["com.service", "com.mixpanel"] as const;
export type Namespace = (typeof NAMESPACES)[number];

export type EntryRef = { entityType: EntityType; name: string };

/** Objects as JSON has them. A key may be any text, `__proto__` too: copy them with a spread or `Object.fromEntries` only. */
export type JsonObject = { readonly [key: string]: unknown };

/** What people have said about an event or a property, without a namespace. Never holds null. */
export type Metadata = JsonObject & {
  readonly displayName?: string;
  readonly hidden?: boolean;
  readonly dropped?: boolean;
};

export type Property = {
  /** `type`, `description`, `format`, `examples`, as uploaded. */
  readonly definition: JsonObject;
  readonly metadata: Metadata;
  /** Metadata of other vendors by namespace: kept, never read. */
  readonly foreign: JsonObject;
};

/** The content of one entry, as it is stored. */
export type Schema = {
  /** `description`, `$schema`, `required`, `additionalProperties` and whatever else came, as uploaded. */
  readonly keys: JsonObject;
  readonly metadata: Metadata;
  readonly foreign: JsonObject;
  /** Absent when the upload had none; `{}` is kept as it came. */
  readonly properties: { readonly [name: string]: Property } | undefined;
  /** Which spelling the last upload used. */
  readonly namespace: Namespace;
};

export type Entry = EntryRef & { version: number; schema: Schema };

/** Metadata as uploaded: keys that are null go, and `clears` says what of the keys there before goes in any case. */
export type MetadataDraft = { clears: "nothing" | "own" | "all"; keys: JsonObject; foreign: JsonObject };
export type PropertyDraft = { definition: JsonObject; metadata: MetadataDraft };
export type SchemaDraft = {
  keys: JsonObject;
  metadata: MetadataDraft;
  properties: readonly (readonly [name: string, draft: PropertyDraft])[] | undefined;
  /** Absent when the upload speaks of no metadata of ours. */
  namespace: Namespace | undefined;
};
export type EntryDraft = EntryRef & { schema: SchemaDraft };
