import { type Static, Type } from "typebox";
import { closed, type FailureAnswers, moment, nullable } from "../../http/index.ts";
import type { Busy } from "./change-dictionary.ts";
import { DESCRIPTION_MAX_CHARACTERS, PROPERTY_TYPES } from "./check-schema.ts";
import type { InvalidRef, InvalidUpload } from "./check-upload.ts";
import { NAME_MAX_CHARACTERS } from "./fault.ts";
import type { TooMany, TooManyDeletions } from "./limits.ts";
import { ENTITY_TYPES, NAMESPACES } from "./types.ts";
import type { TooLarge } from "./upload-entries.ts";

export const tag = "Data dictionary";
const INTERFACE = "Data-dictionary schemas interface, version 1.0.0.";
export const describe = (text: string): string => `${text}\n\n${INTERFACE}`;

const texts = (description: string) => Type.Optional(nullable(Type.Array(Type.String(), { description })));
const flag = (description: string) => Type.Optional(nullable(Type.Boolean({ default: false, description })));
const shownName = Type.Optional(
  nullable(Type.String({ description: "Shown to people instead of the name." })),
);

const PropertyMetadata = Type.Object(
  {
    displayName: shownName,
    hidden: flag("Not offered to people."),
    dropped: flag("Events only: left out of events as they come in."),
  },
  { ...closed, description: "A key that is null is removed; one that is left out stays as it was." },
);
const EntityMetadata = Type.Object(
  {
    $source: Type.Optional(nullable(Type.String({ description: "Where the schema comes from." }))),
    displayName: shownName,
    tags: texts("For filtering."),
    hidden: flag("Not offered to people."),
    dropped: flag("Events only: such events are left out as they come in."),
    contacts: texts("E-mail addresses of those responsible."),
    teamContacts: texts("Teams responsible."),
  },
  { ...closed, description: "A key that is null is removed; one that is left out stays as it was." },
);
const PropertyDefinition = Type.Object(
  {
    type: Type.Enum([...PROPERTY_TYPES]),
    description: Type.Optional(nullable(Type.String({ maxLength: DESCRIPTION_MAX_CHARACTERS }))),
    format: Type.Optional(Type.String({ description: "Such as `date-time`." })),
    examples: Type.Optional(Type.Array(Type.Unknown())),
    metadata: Type.Optional(
      nullable(Type.Object({ "com.service": Type.Optional(nullable(PropertyMetadata)) })),
    ),
  },
  closed,
);

export const SchemaJson = Type.Object(
  {
    description: Type.Optional(nullable(Type.String({ maxLength: DESCRIPTION_MAX_CHARACTERS }))),
    properties: Type.Optional(Type.Record(Type.String(), PropertyDefinition)),
    metadata: Type.Optional(
      nullable(
        Type.Object(
          { "com.service": Type.Optional(nullable(EntityMetadata)) },
          {
            description:
              "`com.mixpanel` is taken for `com.service`, and answered where the last upload used it. Other vendors' namespaces are kept.",
          },
        ),
      ),
    ),
    $schema: Type.Optional(Type.String({ description: "JSON Schema draft-07; no other dialect." })),
    required: Type.Optional(Type.Array(Type.String())),
    additionalProperties: Type.Optional(Type.Boolean()),
  },
  { description: "JSON Schema draft-07. Other keys are kept as they are." },
);

export const EntryView = Type.Object(
  {
    entityType: Type.Enum([...ENTITY_TYPES]),
    name: Type.String({
      minLength: 1,
      maxLength: NAME_MAX_CHARACTERS,
      description: "Name of the event; `$user` for the profiles of people, a group key for those of groups.",
    }),
    schemaJson: SchemaJson,
  },
  closed,
);

export const UploadBody = Type.Object(
  {
    entries: Type.Array(EntryView),
    truncate: Type.Optional(
      nullable(
        Type.Boolean({
          default: false,
          description: "Delete the whole dictionary first, metadata included.",
        }),
      ),
    ),
  },
  closed,
);

export const NamespaceQuery = Type.Optional(
  Type.Enum([...NAMESPACES], {
    description: "Key to answer metadata under; default: the one that the last upload used.",
  }),
);

export const EntityNameQuery = Type.Optional(Type.String({ description: "Name of one entry." }));

export const DeletedView = Type.Object({ delete_count: Type.Integer() });

export const VersionView = Type.Object({
  version: Type.Integer(),
  change: Type.Enum(["created", "replaced", "deleted", "restored"]),
  restored_from: nullable(Type.Integer({ description: "The version it was made from." })),
  changed_at: moment(),
  changed_by: Type.Object({ id: Type.Integer(), name: Type.String() }),
  schemaJson: nullable(SchemaJson),
  difference: Type.Array(
    Type.Object({
      path: Type.String(),
      before: Type.Optional(Type.Unknown()),
      after: Type.Optional(Type.Unknown()),
    }),
    { description: "What changed since the version before; 200 places at most." },
  ),
});
export type VersionView = Static<typeof VersionView>;

export const exampleSchema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  description: "Somebody paid.",
  properties: {
    price: {
      type: "number" as const,
      description: "In the shop's currency.",
      metadata: { "com.service": { displayName: "Price" } },
    },
    at: { type: "string" as const, format: "date-time", examples: ["2026-01-31T12:00:00Z"] },
  },
  required: ["price"],
  additionalProperties: true,
  metadata: { "com.service": { tags: ["revenue"], contacts: ["ana@example.com"] } },
};
export const exampleEntry = { entityType: "event" as const, name: "Purchase", schemaJson: exampleSchema };

const told = {
  status: 400 as const,
  say: ({ path, wish }: { path: string; wish: string }) => `${path}: ${wish}.`,
  field: ({ path }: { path: string }) => path,
};
const wait = {
  status: 429 as const,
  say: ({ code, most }: TooMany) =>
    code === "too_many_requests"
      ? `This server takes ${most} requests about schemas a minute from an organization; wait and try again.`
      : `This server takes ${most} entries and properties a minute from an organization; nothing was changed, wait and try again.`,
  retryAfterS: ({ retryAfterS }: TooMany) => retryAfterS,
};

export const unknownEntry = { status: 404, say: "There is no such entry in this dictionary." } as const;

/** The refusals of this folder in words. Each route takes those it can meet. */
export const invalidBody: FailureAnswers<InvalidUpload> = { invalid_body: told };
export const invalidRef: FailureAnswers<InvalidRef> = { invalid_path: told };
export const tooMany: FailureAnswers<TooMany> = { too_many_requests: wait, too_many_writes: wait };
export const busy: FailureAnswers<Busy> = {
  dictionary_busy: {
    status: 503,
    say: "Too many changes of this project's dictionary wait already; nothing was changed, try again.",
    retryAfterS: () => 1,
  },
};
export const pageInvalid: FailureAnswers<{ code: "page_invalid" }> = {
  page_invalid: {
    status: 400,
    field: "page",
    say: "page: must be `next` of the page before, asked for in the same order.",
  },
};
export const tooManyDeletions: FailureAnswers<TooManyDeletions> = {
  too_many_deletions: {
    status: 400,
    say: ({ most, asked }) =>
      `This would delete ${asked} entries; this server allows ${most} in one request. Nothing was changed.`,
  },
};
export const tooLarge: FailureAnswers<TooLarge> = {
  entry_too_large: {
    status: 400,
    say: ({ name, most }) => `The schema of '${name}' is larger than ${most} bytes; nothing was changed.`,
  },
  dictionary_full: {
    status: 400,
    say: ({ entriesMax, bytesMax }) =>
      `A project's dictionary holds at most ${entriesMax} entries and ${bytesMax} bytes; nothing was changed.`,
  },
};
