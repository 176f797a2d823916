import { Type } from "typebox";
import { AnswerItems, type Route, route } from "../../http/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { checkEntityType, checkRef } from "./check-upload.ts";
import { counted } from "./counted.ts";
import type { entriesStore } from "./entries-store.ts";
import type { SchemaUsage } from "./limits.ts";
import { toSchemaJson } from "./schema-json.ts";
import type { Entry, EntryRef, Namespace } from "./types.ts";
import {
  describe,
  EntityNameQuery,
  EntryView,
  exampleEntry,
  exampleSchema,
  invalidRef,
  NamespaceQuery,
  SchemaJson,
  tag,
  tooMany,
  unknownEntry,
} from "./wire.ts";

export type ReadDeps = {
  entries: Pick<ReturnType<typeof entriesStore>, "list" | "find">;
  usage: SchemaUsage;
};
type UnknownEntry = { code: "entry_not_found" };

const toView = ({ entityType, name, schema }: Entry, namespace: Namespace | undefined) => ({
  entityType,
  name,
  schemaJson: toSchemaJson(schema, namespace),
});

/** Anew each time it is asked for. */
const toItems = (entries: Iterable<Entry>, namespace: Namespace | undefined) =>
  new AnswerItems({
    [Symbol.iterator]: () => Iterator.from(entries).map((entry) => toView(entry, namespace)),
  });

async function findOne(
  deps: Pick<ReadDeps, "entries">,
  projectId: number,
  ref: EntryRef,
): Promise<Result<Entry, UnknownEntry>> {
  const entry = await deps.entries.find(projectId, ref);
  return entry ? ok(entry) : fail({ code: "entry_not_found" });
}

export const readRoutes = (deps: ReadDeps): Route[] => [
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
    view: ({ entries, namespace }) => toItems(entries, namespace),
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
        return ok({ list: toItems(entries, namespace) });
      }),
  }).answers({
    schema: Type.Object({
      status: Type.Literal("ok"),
      results: Type.Union([Type.Array(EntryView), SchemaJson]),
    }),
    envelope: "none",
    view: (found) =>
      "one" in found ? { ...found.one, status: "ok" as const, results: found.one } : found.list,
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
