import { Type } from "typebox";
import { closed, type Route, route } from "../../http/index.ts";
import type { ChangeDictionary } from "./change-dictionary.ts";
import { checkEntityType, checkRef } from "./check-upload.ts";
import { counted } from "./counted.ts";
import { deleteEntries } from "./delete-entries.ts";
import type { SchemaUsage } from "./limits.ts";
import {
  busy,
  DeletedView,
  describe,
  EntityNameQuery,
  invalidRef,
  tag,
  tooMany,
  tooManyDeletions,
} from "./wire.ts";

type DeleteDeps = { change: ChangeDictionary; usage: SchemaUsage };

/** Deletions refuse a query they do not know: a misspelt name must not become a deletion of everything. */
export const deleteRoutes = (deps: DeleteDeps): Route[] => [
  route({
    method: "DELETE",
    path: "/projects/:projectId/schemas",
    access: "dictionary:write",
    tag,
    summary: "Delete all schemas",
    description: describe("Events and properties that were dropped are taken again from then on."),
    query: Type.Object({}, closed),
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
    query: Type.Object({ entity_name: EntityNameQuery }, closed),
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
    query: Type.Object({}, closed),
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
