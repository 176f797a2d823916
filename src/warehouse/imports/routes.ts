import { Type } from "typebox";
import { closed, nullable, type Route, route } from "../../http/index.ts";
import { ok } from "../../platform/result.ts";
import type { WarehouseDeps } from "../deps.ts";
import { runsStore } from "../sync/runs-store.ts";
import { verifyImport } from "../sync/verify.ts";
import { refusalAnswers as failures } from "../wire.ts";
import { cancelRun, changeImport, findImport, findRun, resetImport, syncByHand } from "./change-imports.ts";
import { asObject, createImportRoutes, importsPath, withRun, withRuns } from "./create-routes.ts";
import { deleteImport } from "./delete-import.ts";
import {
  errorsExample,
  estimateExample,
  eventStreamBody,
  importExample,
  previewExample,
  runExample,
} from "./examples.ts";
import { importsStore } from "./imports-store.ts";
import { lookAtStored } from "./look-at-stored.ts";
import { estimateImport, PREVIEW_MAX, previewImport } from "./preview-import.ts";
import { ImportView, RunView, toImportView, toRunView } from "./view.ts";

const tag = "Warehouse imports";
const HISTORY_PRESET = 30;
const HISTORY_MAX = 100;
const ERRORS_MAX = 1000;

const AnyBody = Type.Record(Type.String(), Type.Unknown());
const Warnings = Type.Array(Type.Object({ code: Type.String(), message: Type.String() }));
const RunStarted = Type.Object({ run_id: Type.String() });
const Runs = Type.Object({ runs: Type.Array(RunView) });
const PreviewView = Type.Object({
  rows: Type.Array(
    Type.Object({
      row: Type.Record(Type.String(), Type.Unknown()),
      result: Type.Unknown({ description: "The event it becomes; null when it cannot." }),
      problem: nullable(Type.Object({ code: Type.String(), field: Type.String(), message: Type.String() })),
    }),
  ),
  warnings: Warnings,
});
const EstimateView = Type.Object({
  rows: Type.Integer(),
  from: nullable(Type.String()),
  to: nullable(Type.String()),
  nulls: Type.Record(Type.String(), Type.Integer(), {
    description: "Rows without a value, by column that has a role.",
  }),
  warnings: Warnings,
});
const FailedRows = Type.Object({
  errors: Type.Array(
    Type.Object({
      number: Type.Integer(),
      row_key: Type.String(),
      code: Type.String(),
      field: Type.String(),
      message: Type.String(),
      value: nullable(Type.String()),
    }),
  ),
  next: nullable(Type.Integer({ description: "Send it as `after` to read on." })),
});
const VerifyView = Type.Object({
  equal: Type.Boolean(),
  as_of: Type.String(),
  rows_warehouse: Type.Integer(),
  rows_stored: Type.Integer(),
  differences: Type.Array(
    Type.Object({
      side: Type.Enum(["warehouse", "store"], { description: "Which side has the row; the other has not." }),
      row_key: Type.String(),
      key: nullable(Type.Record(Type.String(), Type.String())),
    }),
  ),
  cut: Type.Boolean({ description: "There are more differences than are listed." }),
});
const StoredView = Type.Object({
  events: Type.Integer(),
  from: nullable(Type.String({ description: "Time of the earliest." })),
  to: nullable(Type.String({ description: "Time of the latest." })),
});

const one = `${importsPath}/:importId` as const;

export const importRoutes = (deps: WarehouseDeps): Route[] => [
  ...createImportRoutes(deps),
  route({
    method: "POST",
    path: `${importsPath}/preview`,
    access: "warehouse:write",
    tag,
    summary: "See rows as they would be imported",
    description: `The body is that of an import, and \`limit\` up to ${PREVIEW_MAX}. Nothing is written.`,
    body: AnyBody,
    handle: ({ scope, body }) => {
      const { limit } = body;
      const wanted = Number.isInteger(limit) ? Number(limit) : 10;
      return previewImport(deps, scope, body, Math.max(1, Math.min(wanted, PREVIEW_MAX)));
    },
  }).answers({
    schema: PreviewView,
    view: (preview) => preview,
    failures,
    example: { body: { ...eventStreamBody, limit: 10 }, answer: previewExample },
  }),
  route({
    method: "POST",
    path: `${importsPath}/estimate`,
    access: "warehouse:write",
    tag,
    summary: "Estimate an import before its first run",
    description:
      "How many rows, from when to when, and where columns are empty. Imported events count towards this month's usage.",
    body: AnyBody,
    handle: ({ scope, body }) => estimateImport(deps, scope, body),
  }).answers({
    schema: EstimateView,
    view: (estimate) => estimate,
    failures,
    example: { body: eventStreamBody, answer: estimateExample },
  }),
  route({
    method: "GET",
    path: importsPath,
    access: "warehouse:read",
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
    path: one,
    access: "warehouse:read",
    tag,
    summary: "Look at an import",
    handle: async ({ scope, params }) => {
      const found = await findImport(deps, scope, params.importId);
      return found.ok ? ok(await withRun(deps, found.value)) : found;
    },
  }).answers({ schema: ImportView, view: toImportView, failures, example: { answer: importExample } }),
  route({
    method: "PATCH",
    path: one,
    access: "warehouse:write",
    tag,
    summary: "Pause or resume an import, or change its frequency",
    description:
      "A run that is under way ends when the import is paused. Resumed, a slot that was missed runs at once, and once.",
    body: Type.Object(
      {
        paused: Type.Optional(Type.Boolean()),
        run_every: Type.Optional(Type.Integer()),
        databricks_params: Type.Optional(nullable(AnyBody)),
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
    path: one,
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
    path: `${one}/manual-sync`,
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
    path: `${one}/reset`,
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
  route({
    method: "POST",
    path: `${one}/verify`,
    access: "warehouse:read",
    tag,
    summary: "Prove that the store equals the table",
    description:
      "Compares sums of digests of both sides, part by part, and names the rows that differ. Nothing is changed.",
    handle: ({ scope, params }) => verifyImport(deps, scope, params.importId),
  }).answers({
    schema: VerifyView,
    view: (verification) => verification,
    failures,
    example: {
      answer: {
        equal: true,
        as_of: "2026-01-31T12:00:00.000Z",
        rows_warehouse: 120_000,
        rows_stored: 120_000,
        differences: [],
        cut: false,
      },
    },
  }),
  route({
    method: "GET",
    path: `${one}/stored`,
    access: "warehouse:read",
    tag,
    summary: "What an import has brought",
    description:
      "How many of its events are in the store now, and from when to when: what deleting it with its data would take away.",
    handle: ({ scope, params }) => lookAtStored(deps, scope, params.importId),
  }).answers({
    schema: StoredView,
    view: (stored) => stored,
    failures,
    example: {
      answer: { events: 120_000, from: "2025-01-01T00:00:00.000Z", to: "2026-01-31T12:00:00.000Z" },
    },
  }),
  route({
    method: "GET",
    path: `${one}/history`,
    access: "warehouse:read",
    tag,
    summary: "The runs of an import",
    description: "The newest first.",
    query: Type.Object(
      { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: HISTORY_MAX, default: HISTORY_PRESET })) },
      closed,
    ),
    handle: async ({ scope, params, query: { limit = HISTORY_PRESET } }) => {
      const found = await findImport(deps, scope, params.importId);
      return found.ok ? ok(await runsStore(deps.db).list(params.importId, limit)) : found;
    },
  }).answers({
    schema: Runs,
    view: (runs) => ({ runs: runs.map((run) => toRunView(run, deps.clock.now())) }),
    failures,
    example: { answer: { runs: [runExample] } },
  }),
  route({
    method: "GET",
    path: `${one}/runs/:run`,
    access: "warehouse:read",
    tag,
    summary: "Look at a run",
    handle: ({ scope, params }) => findRun(deps, scope, params.importId, params.run),
  }).answers({
    schema: RunView,
    view: (run) => toRunView(run, deps.clock.now()),
    failures,
    example: { answer: runExample },
  }),
  route({
    method: "GET",
    path: `${one}/runs/:run/errors`,
    access: "warehouse:read",
    tag,
    summary: "The rows of a run that failed",
    description: "Why each was not imported; the first 10,000 of a run are kept.",
    query: Type.Object(
      {
        after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: ERRORS_MAX, default: 100 })),
      },
      closed,
    ),
    handle: async ({ scope, params, query: { after = 0, limit = 100 } }) => {
      const found = await findRun(deps, scope, params.importId, params.run);
      if (!found.ok) return found;
      const rows = await runsStore(deps.db).failed(params.run, after, limit);
      return ok({ rows, next: rows.length === limit ? (rows.at(-1)?.number ?? null) : null });
    },
  }).answers({
    schema: FailedRows,
    view: ({ rows, next }) => ({
      errors: rows.map(({ rowKey, ...row }) => ({ ...row, row_key: rowKey })),
      next,
    }),
    failures,
    example: { answer: errorsExample },
  }),
  route({
    method: "POST",
    path: `${one}/runs/:run/cancel`,
    access: "warehouse:write",
    tag,
    summary: "Cancel a run",
    description: "It ends between two batches; what is being committed is finished.",
    handle: ({ scope, params }) => cancelRun(deps, scope, params.importId, params.run),
  }).answers({
    schema: RunView,
    view: (run) => toRunView(run, deps.clock.now()),
    failures,
    example: { answer: { ...runExample, status: "CANCELLED", phase: "CANCELLED" } },
  }),
];
