import { Type } from "typebox";
import { type Route, route } from "../../http/index.ts";
import type { ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { ChangeDictionary } from "./change-dictionary.ts";
import { checkEntityType, checkOne, checkRef, checkUpload } from "./check-upload.ts";
import { deleteEntries } from "./delete-entries.ts";
import type { entriesStore } from "./entries-store.ts";
import type { SchemaUsage, TooMany } from "./limits.ts";
import { toSchemaJson } from "./schema-json.ts";
import type { Entry, EntryRef, Namespace } from "./types.ts";
import { uploadEntries } from "./upload-entries.ts";
import {
  busy,
  DeletedView,
  EntryView,
  exampleEntry,
  exampleSchema,
  invalidBody,
  invalidRef,
  NamespaceQuery,
  SchemaJson,
  tooLarge,
  tooMany,
  tooManyDeletions,
  UploadBody,
} from "./wire.ts";

export type SchemaDeps = {
  entries: Pick<ReturnType<typeof entriesStore>, "list" | "find">;
  change: ChangeDictionary;
  usage: SchemaUsage;
  bodyMaxBytes: number;
};

export const tag = "Data dictionary";
const INTERFACE = "Data-dictionary schemas interface, version 1.0.0.";
const describe = (text: string): string => `${text}\n\n${INTERFACE}`;

/** Only what a deletion knows: a misspelt name must not become a deletion of everything. */
const nothingElse = { additionalProperties: false } as const;
const EntityNameQuery = Type.Optional(Type.String({ description: "Name of one entry." }));

export const unknownEntry = { status: 404, say: "There is no such entry in this dictionary." } as const;
export type UnknownEntry = { code: "entry_not_found" };

const toView = ({ entityType, name, schema }: Entry, namespace: Namespace | undefined) => ({
  entityType,
  name,
  schemaJson: toSchemaJson(schema, namespace),
});

type ValueOf<Outcome> = Outcome extends { ok: true; value: infer Value } ? Value : never;
type FailureOf<Outcome> = Outcome extends { ok: false; failure: infer Failure } ? Failure : never;

/** Counts the request against the organization's limit, where the operator has set one. */
export async function counted<Outcome extends Result<unknown, unknown>>(
  { usage }: Pick<SchemaDeps, "usage">,
  { organizationId }: ProjectScope,
  work: () => Promise<Outcome>,
): Promise<Result<ValueOf<Outcome>, FailureOf<Outcome> | TooMany>> {
  const allowed = usage.request(organizationId);
  if (!allowed.ok) return allowed;
  // The union taken apart and put together again: one value, all failures.
  return (await work()) as Result<ValueOf<Outcome>, FailureOf<Outcome>>;
}

async function findOne(
  deps: Pick<SchemaDeps, "entries">,
  projectId: number,
  ref: EntryRef,
): Promise<Result<Entry, UnknownEntry>> {
  const entry = await deps.entries.find(projectId, ref);
  return entry ? ok(entry) : fail({ code: "entry_not_found" });
}

export const schemaRoutes = (deps: SchemaDeps): Route[] => [
  ...uploadRoutes(deps),
  ...readRoutes(deps),
  ...deleteRoutes(deps),
];

const uploadRoutes = (deps: SchemaDeps): Route[] => [
  route({
    method: "POST",
    path: "/projects/:projectId/schemas",
    access: "dictionary:write",
    tag,
    summary: "Create or replace schemas",
    description: describe(
      "An uploaded schema takes the place of the one stored for the entity. Metadata it does not mention is merged into it, for the entity and for each property it has; a key that is null is removed. One entry that does not fit, and nothing changes. The same entity twice counts as uploaded one after the other.",
    ),
    body: Type.Unsafe<unknown>(UploadBody),
    bodyCheck: "handler",
    bodyMaxBytes: deps.bodyMaxBytes,
    handle: ({ scope, body }) =>
      counted(deps, scope, async () => {
        const upload = checkUpload(body);
        return upload.ok ? uploadEntries(deps, scope, upload.value) : upload;
      }),
  }).answers({
    schema: Type.Object({
      added: Type.Integer({ description: "Entries written, new ones and replaced ones." }),
      deleted: Type.Integer({ description: "Entries deleted by `truncate`." }),
    }),
    view: (counts) => counts,
    failures: { ...invalidBody, ...busy, ...tooMany, ...tooManyDeletions, ...tooLarge },
    example: { body: { entries: [exampleEntry], truncate: false }, answer: { added: 1, deleted: 0 } },
  }),
  route({
    method: "POST",
    path: "/projects/:projectId/schemas/:entityType/:name",
    access: "dictionary:write",
    tag,
    summary: "Create or replace one schema",
    description: describe("The body is the schema alone. Metadata is merged as it is by an upload."),
    body: Type.Unsafe<unknown>(SchemaJson),
    bodyCheck: "handler",
    bodyMaxBytes: deps.bodyMaxBytes,
    handle: ({ scope, params, body }) =>
      counted(deps, scope, async () => {
        const ref = checkRef(params.entityType, params.name);
        if (!ref.ok) return ref;
        const draft = checkOne(ref.value, body);
        return draft.ok ? uploadEntries(deps, scope, { entries: [draft.value], truncate: false }) : draft;
      }),
  }).answers({
    view: () => undefined,
    failures: { ...invalidRef, ...invalidBody, ...busy, ...tooMany, ...tooManyDeletions, ...tooLarge },
    example: { body: exampleSchema },
  }),
];

const readRoutes = (deps: SchemaDeps): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/schemas",
    access: "dictionary:read",
    tag,
    summary: "List all schemas",
    description: describe("By entity type, then by name."),
    query: Type.Object({ metadata_namespace: NamespaceQuery }),
    handle: ({ scope, query }) =>
      counted(deps, scope, async () => {
        const entries = await deps.entries.list(scope.projectId);
        return ok({ entries, namespace: query.metadata_namespace });
      }),
  }).answers({
    schema: Type.Array(EntryView),
    view: ({ entries, namespace }) => entries.map((entry) => toView(entry, namespace)),
    failures: tooMany,
    example: { answer: [exampleEntry] },
  }),
  route({
    method: "GET",
    path: "/projects/:projectId/schemas/:entityType",
    access: "dictionary:read",
    tag,
    summary: "List the schemas of events or of profiles",
    description: describe(
      "With `entity_name` the answer is that one schema, as `GET …/schemas/{entityType}/{name}` gives it.",
    ),
    query: Type.Object({ entity_name: EntityNameQuery, metadata_namespace: NamespaceQuery }),
    handle: ({ scope, params, query }) =>
      counted(deps, scope, async () => {
        const { entity_name: name, metadata_namespace: namespace } = query;
        if (name !== undefined) {
          const ref = checkRef(params.entityType, name, "entity_name");
          const found = ref.ok ? await findOne(deps, scope.projectId, ref.value) : ref;
          return found.ok ? ok({ one: toSchemaJson(found.value.schema, namespace) }) : found;
        }
        const entityType = checkEntityType(params.entityType);
        if (!entityType.ok) return entityType;
        const entries = await deps.entries.list(scope.projectId, entityType.value);
        return ok({ list: entries.map((entry) => toView(entry, namespace)) });
      }),
  }).answers({
    schema: Type.Object({
      status: Type.Literal("ok"),
      results: Type.Union([Type.Array(EntryView), SchemaJson]),
    }),
    envelope: "none",
    view: (found) =>
      "one" in found
        ? { ...found.one, status: "ok" as const, results: found.one }
        : { status: "ok" as const, results: found.list },
    failures: { ...invalidRef, ...tooMany, entry_not_found: unknownEntry },
    example: { answer: { status: "ok", results: [exampleEntry] } },
  }),
  route({
    method: "GET",
    path: "/projects/:projectId/schemas/:entityType/:name",
    access: "dictionary:read",
    tag,
    summary: "Read one schema",
    description: describe(
      "The schema is `results`; its keys stand beside it too. A slash in a name is `%2F`.",
    ),
    query: Type.Object({ metadata_namespace: NamespaceQuery }),
    handle: ({ scope, params, query }) =>
      counted(deps, scope, async () => {
        const ref = checkRef(params.entityType, params.name);
        const found = ref.ok ? await findOne(deps, scope.projectId, ref.value) : ref;
        return found.ok ? ok(toSchemaJson(found.value.schema, query.metadata_namespace)) : found;
      }),
  }).answers({
    schema: SchemaJson,
    envelope: "fields-too",
    view: (schemaJson) => schemaJson,
    failures: { ...invalidRef, ...tooMany, entry_not_found: unknownEntry },
    example: { answer: exampleSchema },
  }),
];

const deleteRoutes = (deps: SchemaDeps): Route[] => [
  route({
    method: "DELETE",
    path: "/projects/:projectId/schemas",
    access: "dictionary:write",
    tag,
    summary: "Delete all schemas",
    description: describe("Events and properties that were dropped are taken again from then on."),
    query: Type.Object({}, nothingElse),
    handle: ({ scope }) => counted(deps, scope, () => deleteEntries(deps, scope, {})),
  }).answers({
    schema: DeletedView,
    view: (count) => ({ delete_count: count }),
    failures: { ...busy, ...tooMany, ...tooManyDeletions },
    example: { answer: { delete_count: 12 } },
  }),
  route({
    method: "DELETE",
    path: "/projects/:projectId/schemas/:entityType",
    access: "dictionary:write",
    tag,
    summary: "Delete the schemas of events or of profiles",
    description: describe("With `entity_name` only that one."),
    query: Type.Object({ entity_name: EntityNameQuery }, nothingElse),
    handle: ({ scope, params, query }) =>
      counted(deps, scope, async () => {
        const which =
          query.entity_name === undefined
            ? checkEntityType(params.entityType)
            : checkRef(params.entityType, query.entity_name, "entity_name");
        if (!which.ok) return which;
        const filter = typeof which.value === "string" ? { entityType: which.value } : which.value;
        return deleteEntries(deps, scope, filter);
      }),
  }).answers({
    schema: DeletedView,
    view: (count) => ({ delete_count: count }),
    failures: { ...invalidRef, ...busy, ...tooMany, ...tooManyDeletions },
    example: { answer: { delete_count: 1 } },
  }),
  route({
    method: "DELETE",
    path: "/projects/:projectId/schemas/:entityType/:name",
    access: "dictionary:write",
    tag,
    summary: "Delete one schema",
    description: describe("Deleting what is not there is no fault: `delete_count` is then 0."),
    query: Type.Object({}, nothingElse),
    handle: ({ scope, params }) =>
      counted(deps, scope, async () => {
        const ref = checkRef(params.entityType, params.name);
        return ref.ok ? deleteEntries(deps, scope, ref.value) : ref;
      }),
  }).answers({
    schema: DeletedView,
    view: (count) => ({ delete_count: count }),
    failures: { ...invalidRef, ...busy, ...tooMany, ...tooManyDeletions },
    example: { answer: { delete_count: 1 } },
  }),
];
