import { Type } from "typebox";
import { identifier, nullable, type Route, route } from "../../http/index.ts";
import type { ChangeDictionary } from "./change-dictionary.ts";
import { checkRef } from "./check-upload.ts";
import { counted } from "./counted.ts";
import type { historyStore } from "./history-store.ts";
import type { SchemaUsage } from "./limits.ts";
import { listVersions, type Version } from "./list-versions.ts";
import { restoreVersion } from "./restore-version.ts";
import { toSchemaJson } from "./schema-json.ts";
import {
  busy,
  exampleSchema,
  invalidRef,
  SchemaJson,
  tag,
  tooLarge,
  tooMany,
  unknownEntry,
  VersionView,
} from "./wire.ts";

export type HistoryDeps = {
  change: ChangeDictionary;
  usage: SchemaUsage;
  history: Pick<ReturnType<typeof historyStore>, "list">;
};

const PAGE = 20;
const PAGE_MAX = 50;

const toView = (version: Version): VersionView => ({
  version: version.version,
  change: version.change,
  restored_from: version.restored_from,
  changed_at: version.changed_at.toISOString(),
  changed_by: { id: version.changed_by, name: version.changed_by_name },
  schemaJson: version.schemaJson,
  difference: version.difference,
});

const exampleVersion = {
  version: 2,
  change: "replaced",
  restored_from: null,
  changed_at: "2026-01-31T12:00:00.000Z",
  changed_by: { id: 2, name: "loader" },
  schemaJson: exampleSchema,
  difference: [{ path: "description", before: "Somebody pays.", after: "Somebody paid." }],
};

export const historyRoutes = (deps: HistoryDeps): Route[] => [
  route({
    method: "GET",
    path: "/projects/:projectId/schemas/:entityType/:name/history",
    access: "dictionary:read",
    tag,
    summary: "List the versions of a schema",
    description:
      "Newest first: who changed what, and when. Deletions are versions too. A page may end early when its schemas are large.",
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE })),
      before: Type.Optional(identifier("`next` of the page before.")),
    }),
    handle: ({ scope, params, query }) =>
      counted(deps, scope, async () => {
        const ref = checkRef(params.entityType, params.name);
        if (!ref.ok) return ref;
        const page = { before: query.before, limit: query.limit ?? PAGE };
        return listVersions(deps.history, scope.projectId, ref.value, page);
      }),
  }).answers({
    schema: Type.Object({ versions: Type.Array(VersionView), next: nullable(Type.Integer()) }),
    view: ({ versions, next }) => ({ versions: versions.map(toView), next }),
    failures: { ...invalidRef, ...tooMany, entry_not_found: unknownEntry },
    example: { answer: { versions: [exampleVersion], next: null } },
  }),
  route({
    method: "POST",
    path: "/projects/:projectId/schemas/:entityType/:name/history/:versionId/restore",
    access: "dictionary:write",
    tag,
    summary: "Restore a version of a schema",
    description:
      "The entry becomes what it was then, metadata included: nothing is merged. This is a new version.",
    handle: ({ scope, params }) =>
      counted(deps, scope, async () => {
        const ref = checkRef(params.entityType, params.name);
        return ref.ok ? restoreVersion(deps, scope, ref.value, params.versionId) : ref;
      }),
  }).answers({
    schema: Type.Object({ version: Type.Integer(), schemaJson: SchemaJson }),
    view: ({ version, schema }) => ({ version, schemaJson: toSchemaJson(schema) }),
    failures: {
      ...invalidRef,
      ...tooMany,
      ...busy,
      ...tooLarge,
      version_not_found: { status: 404, say: "There is no such version of this entry." },
      version_is_deletion: {
        status: 409,
        say: ({ version }) => `Version ${version} is a deletion; delete the entry instead.`,
      },
    },
    example: { answer: { version: 3, schemaJson: exampleSchema } },
  }),
];
