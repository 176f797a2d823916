import { type Static, Type } from "typebox";
import { closed, nullable, type Route, route } from "../../http/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { ChangeDictionary } from "../schemas/change-dictionary.ts";
import { DESCRIPTION_MAX_CHARACTERS, PROPERTY_TYPES } from "../schemas/check-schema.ts";
import { checkRef, type InvalidRef, type InvalidUpload } from "../schemas/check-upload.ts";
import { NAME_MAX_CHARACTERS } from "../schemas/fault.ts";
import { ENTITY_TYPES } from "../schemas/types.ts";
import { busy, invalidBody, invalidRef, tag, tooLarge } from "../schemas/wire.ts";
import type { Edit, EntryEdit } from "./apply-edit.ts";
import { EDITS_MAX, type EditCounts, type EditFailure, editEntries } from "./edit-entries.ts";

export type EditDeps = { change: ChangeDictionary };

const text = (maxLength: number) => Type.Optional(nullable(Type.String({ maxLength })));
const flag = (description: string) => Type.Optional(nullable(Type.Boolean({ description })));
const texts = (more: object = {}) =>
  Type.Optional(
    nullable(Type.Array(Type.String({ maxLength: NAME_MAX_CHARACTERS, ...more }), { maxItems: 100 })),
  );

const said = {
  display_name: text(NAME_MAX_CHARACTERS),
  description: text(DESCRIPTION_MAX_CHARACTERS),
  hidden: flag("Not offered to people."),
  dropped: flag("Events only: left out as it comes in. What was left out cannot be got back."),
};
const PropertyChange = Type.Object(
  {
    ...said,
    type: Type.Optional(
      Type.Enum([...PROPERTY_TYPES], { description: "Needed where it is not declared yet." }),
    ),
  },
  closed,
);
const change = {
  ...said,
  tags: texts(),
  contacts: texts({ pattern: "^[^@]*@[^@]*$" }),
  team_contacts: texts(),
  properties: Type.Optional(Type.Record(Type.String(), PropertyChange)),
};
const Change = Type.Object(change, { ...closed, minProperties: 1 });
const NamedChange = Type.Object(
  {
    entity_type: Type.Enum([...ENTITY_TYPES]),
    name: Type.String({ minLength: 1, maxLength: NAME_MAX_CHARACTERS }),
    ...change,
  },
  closed,
);

const CountsView = Type.Object({
  changed: Type.Integer({ description: "Entries with a new version." }),
  unchanged: Type.Integer({ description: "Entries that said so already." }),
});

/** Names in the body are held against the same rules as names of an upload. */
function checkEdit(
  path: string,
  { entityType, name }: { entityType: string; name: string },
  change: EntryEdit,
): Result<Edit, InvalidRef> {
  const ref = checkRef(entityType, name, `${path}name`);
  if (!ref.ok) return ref;
  for (const property of Object.keys(change.properties ?? {})) {
    const known = checkRef(entityType, property, `${path}properties`);
    if (!known.ok) return known;
  }
  return ok({ ...ref.value, change });
}

/** Otherwise an entry would be declared by somebody who says nothing of it. */
const NOTHING_SAID = "must say what to change, such as hidden or description";

function checkEdits(
  edits: readonly Static<typeof NamedChange>[],
): Result<Edit[], InvalidRef | InvalidUpload> {
  const checked: Edit[] = [];
  for (const [index, { entity_type, name, ...said }] of edits.entries()) {
    if (Object.keys(said).length === 0)
      return fail({ code: "invalid_body", path: `edits[${index}]`, wish: NOTHING_SAID });
    const edit = checkEdit(`edits[${index}].`, { entityType: entity_type, name }, said as EntryEdit);
    if (!edit.ok) return edit;
    checked.push(edit.value);
  }
  return ok(checked);
}

type Outcome = Promise<Result<EditCounts, EditFailure | InvalidRef | InvalidUpload>>;

const failures = (place: (index: number) => string) => ({
  ...invalidRef,
  ...invalidBody,
  ...busy,
  ...tooLarge,
  type_missing: {
    status: 400 as const,
    say: ({ index, property }: { index: number; property: string }) =>
      `${place(index)}properties.${property}.type: is required, since the property is not declared yet. Nothing was changed.`,
    field: ({ index, property }: { index: number; property: string }) =>
      `${place(index)}properties.${property}.type`,
  },
});

const exampleChange = {
  display_name: "Purchase",
  tags: ["revenue"],
  hidden: null,
  properties: { price: { description: "Net." } },
};
const exampleCounts = { changed: 1, unchanged: 0 };

export const editRoutes = (deps: EditDeps): Route[] => [
  route({
    method: "PATCH",
    path: "/projects/:projectId/dictionary/:entityType/:name",
    access: "dictionary:write",
    tag,
    summary: "Edit an entry",
    description:
      "What is left out stays as it is, null takes away. An event without a schema gets one. A change is a version of the schema, like an upload.",
    body: Change,
    handle: async ({ scope, params, body }): Outcome => {
      const edit = checkEdit("", params, body as EntryEdit);
      return edit.ok ? editEntries(deps, scope, [edit.value]) : edit;
    },
  }).answers({
    schema: CountsView,
    view: (counts) => counts,
    failures: failures(() => ""),
    example: { body: exampleChange, answer: exampleCounts },
  }),
  route({
    method: "PATCH",
    path: "/projects/:projectId/dictionary",
    access: "dictionary:write",
    tag,
    summary: "Edit many entries at once",
    description: "All of them or none. The same entry twice is edited one after the other.",
    body: Type.Object({ edits: Type.Array(NamedChange, { minItems: 1, maxItems: EDITS_MAX }) }, closed),
    bodyMaxBytes: 8 * 1024 * 1024,
    handle: async ({ scope, body }): Outcome => {
      const edits = checkEdits(body.edits);
      return edits.ok ? editEntries(deps, scope, edits.value) : edits;
    },
  }).answers({
    schema: CountsView,
    view: (counts) => counts,
    failures: failures((index) => `edits[${index}].`),
    example: {
      body: { edits: [{ entity_type: "event", name: "Purchase", hidden: true }] },
      answer: exampleCounts,
    },
  }),
];
