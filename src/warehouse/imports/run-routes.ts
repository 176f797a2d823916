import { Type } from "typebox";
import { closed, nullable, type Route, route } from "../../http/index.ts";
import { ok } from "../../platform/result.ts";
import type { WarehouseDeps } from "../deps.ts";
import { runsStore } from "../sync/runs-store.ts";
import { refusalAnswers as failures } from "../wire.ts";
import { cancelRun, findImport, findRun } from "./change-imports.ts";
import { importPath, tag } from "./create-routes.ts";
import { errorsExample, runExample } from "./examples.ts";
import { RunView, toRunView } from "./view.ts";

const HISTORY_PRESET = 30;
const HISTORY_MAX = 100;
const ERRORS_MAX = 1000;

const Runs = Type.Object({ runs: Type.Array(RunView) });
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

export const runRoutes = (deps: WarehouseDeps): Route[] => [
  route({
    method: "GET",
    path: `${importPath}/history`,
    access: "imports:read",
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
    path: `${importPath}/runs/:run`,
    access: "imports:read",
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
    path: `${importPath}/runs/:run/errors`,
    access: "imports:read",
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
    path: `${importPath}/runs/:run/cancel`,
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
