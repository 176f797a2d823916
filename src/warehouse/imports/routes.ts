import { Type } from "typebox";
import { closed, nullable, type Route, route } from "../../http/index.ts";
import { ok } from "../../platform/result.ts";
import type { WarehouseDeps } from "../deps.ts";
import { refusalAnswers as failures } from "../wire.ts";
import { changeImport, findImport, resetImport, syncByHand } from "./change-imports.ts";
import {
  asObject,
  createImportRoutes,
  importPath,
  importsPath,
  tag,
  withRun,
  withRuns,
} from "./create-routes.ts";
import { deleteImport } from "./delete-import.ts";
import { importExample, runExample } from "./examples.ts";
import { importsStore } from "./imports-store.ts";
import { lookRoutes } from "./look-routes.ts";
import { runRoutes } from "./run-routes.ts";
import { ImportView, toImportView } from "./view.ts";

const RunStarted = Type.Object({ run_id: Type.String() });
const Any = Type.Record(Type.String(), Type.Unknown());

export const importRoutes = (deps: WarehouseDeps): Route[] => [
  ...createImportRoutes(deps),
  ...lookRoutes(deps),
  ...runRoutes(deps),
  route({
    method: "GET",
    path: importsPath,
    access: "imports:read",
    tag,
    summary: "List imports",
    query: Type.Object({ include_deleted: Type.Optional(Type.Boolean()) }, closed),
    handle: async ({ scope, query }) =>
      ok(
        await withRuns(
          deps,
          await importsStore(deps.db).list(scope.projectId, query.include_deleted ?? false),
        ),
      ),
  }).answers({
    schema: Type.Array(ImportView),
    view: (imports) => imports.map(toImportView),
    failures: {},
    example: { answer: [importExample] },
  }),
  route({
    method: "GET",
    path: importPath,
    access: "imports:read",
    tag,
    summary: "Look at an import",
    handle: async ({ scope, params }) => {
      const found = await findImport(deps, scope, params.importId);
      return found.ok ? ok(await withRun(deps, found.value)) : found;
    },
  }).answers({ schema: ImportView, view: toImportView, failures, example: { answer: importExample } }),
  route({
    method: "PATCH",
    path: importPath,
    access: "warehouse:write",
    tag,
    summary: "Pause or resume an import, or change its frequency",
    description:
      "A run that is under way ends when the import is paused. Resumed, a slot that was missed runs at once, and once.",
    body: Type.Object(
      {
        paused: Type.Optional(Type.Boolean()),
        run_every: Type.Optional(Type.Integer()),
        databricks_params: Type.Optional(nullable(Any)),
      },
      { additionalProperties: true },
    ),
    bodyCheck: "handler",
    handle: async ({ scope, params, body }) => {
      const given = asObject(body);
      if (!given.ok) return given;
      const changed = await changeImport(deps, scope, params.importId, given.value);
      return changed.ok ? ok(await withRun(deps, changed.value)) : changed;
    },
  }).answers({
    schema: ImportView,
    view: toImportView,
    failures,
    example: { body: { paused: true }, answer: { ...importExample, paused: true, state: "PAUSED" } },
  }),
  route({
    method: "DELETE",
    path: importPath,
    access: "warehouse:write",
    tag,
    summary: "Delete an import",
    description:
      "Its schedule ends. What it imported stays unless `delete_data` is true, in the body or in the query.",
    query: Type.Object({ delete_data: Type.Optional(Type.Boolean()) }, closed),
    body: Type.Object({ delete_data: Type.Optional(Type.Boolean()) }, { additionalProperties: true }),
    bodyCheck: "handler",
    handle: ({ scope, params, query, body }) => {
      const given = (body ?? {}) as { delete_data?: unknown };
      return deleteImport(
        deps,
        scope,
        params.importId,
        query.delete_data === true || given.delete_data === true,
      );
    },
  }).answers({
    schema: Type.Object({ deletion_request_id: nullable(Type.String()) }),
    view: ({ deletionRequestId }) => ({ deletion_request_id: deletionRequestId }),
    failures,
    example: { body: { delete_data: true }, answer: { deletion_request_id: "7-40213" } },
  }),
  route({
    method: "PUT",
    path: `${importPath}/manual-sync`,
    access: "warehouse:write",
    tag,
    summary: "Trigger a manual sync",
    description:
      "Works without a body. `confirm_guard` lets a run through that would remove much; `full_resync` loads all of it anew. While a run is under way, one more is queued. Five an hour.",
    body: Type.Object(
      { confirm_guard: Type.Optional(Type.Boolean()), full_resync: Type.Optional(Type.Boolean()) },
      { additionalProperties: true },
    ),
    bodyCheck: "handler",
    handle: ({ scope, params, body }) => {
      const given = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
      const options = { confirmGuard: given.confirm_guard === true, fullResync: given.full_resync === true };
      return syncByHand(deps, scope, params.importId, options);
    },
  }).answers({
    schema: RunStarted,
    view: ({ runId }) => ({ run_id: runId }),
    failures,
    example: { body: { confirm_guard: true }, answer: { run_id: runExample.run_id } },
  }),
  route({
    method: "POST",
    path: `${importPath}/reset`,
    access: "warehouse:write",
    tag,
    summary: "Load an import anew",
    description:
      "A run begins that loads the whole table; what was imported before stays until that is done, and then goes.",
    handle: ({ scope, params }) => resetImport(deps, scope, params.importId),
  }).answers({
    schema: RunStarted,
    view: ({ runId }) => ({ run_id: runId }),
    failures,
    example: { answer: { run_id: runExample.run_id } },
  }),
];
