import type { ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { WarehouseDeps } from "../deps.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { intervalMs } from "../sync/end-run.ts";
import { runsStore } from "../sync/runs-store.ts";
import { isEnded } from "../sync/states.ts";
import { triggerRun } from "../sync/trigger-run.ts";
import type { Run, RunOptions, WarehouseImport } from "../types.ts";
import { type Body, readRunEvery } from "./create-import.ts";
import { readDatabricksParams } from "./databricks-params.ts";
import { type ImportChange, importsStore } from "./imports-store.ts";
import { KNOWN_FIELDS } from "./read-mapping.ts";

const HOUR_MS = 3_600_000;
const CHANGEABLE = ["paused", "run_every", "databricks_params"];

export const unknownImport = () => refusal("import_not_found", "There is no such import in this project.");

export async function findImport(
  deps: Pick<WarehouseDeps, "db">,
  scope: ProjectScope,
  importId: number,
): Promise<Result<WarehouseImport, Refusal>> {
  const one = await importsStore(deps.db).find(importId);
  return one && one.projectId === scope.projectId && one.deletedAt === null ? ok(one) : fail(unknownImport());
}

export const auditTarget = (scope: ProjectScope, importId: number) => ({
  organizationId: scope.organizationId,
  projectId: scope.projectId,
  target: { type: "warehouse_import", id: importId },
});

export async function changeImport(
  deps: WarehouseDeps,
  scope: ProjectScope,
  importId: number,
  body: Body,
): Promise<Result<WarehouseImport, Refusal>> {
  const fixed = Object.keys(body).find((name) => !CHANGEABLE.includes(name));
  if (fixed !== undefined) {
    const isKnown = KNOWN_FIELDS.includes(fixed);
    const message = isKnown
      ? `'${fixed}' cannot be changed; make a new import.`
      : `'${fixed}' is not a known key; remove it. Changeable are ${CHANGEABLE.join(", ")}.`;
    return fail(refusal(isKnown ? "field_immutable" : "invalid_field", message, fixed));
  }
  const databricks = readDatabricksParams(body.databricks_params);
  if (!databricks.ok) return databricks;
  return deps.changes.make<WarehouseImport, Refusal>(scope, async (tx, record) => {
    const imports = importsStore(tx);
    const before = await imports.lock(scope.projectId, importId);
    if (before === undefined || before.deletedAt !== null) return fail(unknownImport());
    const paused = body.paused ?? before.paused;
    if (typeof paused !== "boolean")
      return fail(refusal("invalid_field", "'paused' must be true or false.", "paused"));
    const read = readRunEvery(body.run_every, before.syncMode);
    if (!read.ok) return read;
    if (databricks.value !== null) {
      return fail(
        refusal(
          "databricks_only",
          "'databricks_params' is for Databricks; leave it out.",
          "databricks_params",
        ),
      );
    }
    const runEvery = read.value ?? before.runEvery;
    const change: ImportChange = { paused, runEvery, ...nextOf(deps, before, paused, runEvery) };
    if (body.databricks_params === null) change.databricksParams = null;
    if (!paused && before.paused) change.isHeld = false;
    await imports.change(importId, change);
    if (paused) await runsStore(tx).askToCancel(importId);
    const view = ({ paused, runEvery }: Pick<WarehouseImport, "paused" | "runEvery">) => ({
      paused,
      run_every: runEvery,
    });
    await record({
      ...auditTarget(scope, importId),
      action: "warehouse_source_sync.updated",
      before: view(before),
      after: view({ paused, runEvery }),
    });
    return ok((await imports.find(importId)) ?? before);
  });
}

/** A slot that passed while the import was paused comes at once, and only once. */
function nextOf(
  { clock }: Pick<WarehouseDeps, "clock">,
  before: WarehouseImport,
  paused: boolean,
  runEvery: number,
): Pick<ImportChange, "nextDispatch"> {
  if (runEvery === 0) return { nextDispatch: null };
  if (runEvery === before.runEvery && (paused || before.nextDispatch !== null)) return {};
  const since = before.lastDispatch?.getTime() ?? clock.now() - intervalMs(runEvery);
  return { nextDispatch: new Date(since + intervalMs(runEvery)) };
}

export type ManualSync = { runId: string };

export function syncByHand(
  deps: WarehouseDeps,
  scope: ProjectScope,
  importId: number,
  options: RunOptions & { fullResync: boolean },
): Promise<Result<ManualSync, Refusal>> {
  return deps.changes.make<ManualSync, Refusal>(scope, async (tx, record) => {
    const imports = importsStore(tx);
    const one = await imports.lock(scope.projectId, importId);
    if (one === undefined || one.deletedAt !== null) return fail(unknownImport());
    if (one.paused)
      return fail(refusal("import_paused", 'This import is paused; send PATCH with "paused": false first.'));
    if (one.isCompleted) {
      return fail(
        refusal("already_completed", "This one-time import has run; create another to load the table again."),
      );
    }
    const runs = runsStore(tx);
    const since = new Date(deps.clock.now() - HOUR_MS);
    const { count, first } = await runs.countManual(importId, since);
    const waits = (await runs.open([importId])).some(({ state }) => state === "QUEUED");
    if (deps.syncsPerHour > 0 && count >= deps.syncsPerHour && !waits) {
      const retryAfterS = Math.max(
        1,
        Math.ceil(((first?.getTime() ?? 0) + HOUR_MS - deps.clock.now()) / 1000),
      );
      const message = `An import can be started by hand ${deps.syncsPerHour} times in an hour; come again in ${retryAfterS} seconds.`;
      return fail({ ...refusal("too_many_syncs", message), retryAfterS });
    }
    if (options.fullResync) await imports.change(importId, { progress: { ...one.progress, reload: true } });
    const { runId, isNew } = await triggerRun(deps, tx, one, "manual", {
      confirmGuard: options.confirmGuard,
    });
    if (isNew)
      await record({
        ...auditTarget(scope, importId),
        action: "warehouse_source_sync.started",
        after: { run_id: runId },
      });
    return ok({ runId });
  });
}

/** Begins anew: the next run loads all of it, and what is there stays until then. */
export function resetImport(
  deps: WarehouseDeps,
  scope: ProjectScope,
  importId: number,
): Promise<Result<ManualSync, Refusal>> {
  return deps.changes.make<ManualSync, Refusal>(scope, async (tx, record) => {
    const imports = importsStore(tx);
    const one = await imports.lock(scope.projectId, importId);
    if (one === undefined || one.deletedAt !== null) return fail(unknownImport());
    if (one.paused)
      return fail(refusal("import_paused", 'This import is paused; send PATCH with "paused": false first.'));
    await imports.change(importId, { progress: { ...one.progress, reload: true }, isCompleted: false });
    await record({ ...auditTarget(scope, importId), action: "warehouse_source_sync.reset" });
    return ok(await triggerRun(deps, tx, one, "reset", { confirmGuard: false }));
  });
}

/** Asks a run to end. It does so between two batches; what is being committed is finished. */
export async function cancelRun(
  deps: WarehouseDeps,
  scope: ProjectScope,
  importId: number,
  runId: string,
): Promise<Result<Run, Refusal>> {
  const found = await findRun(deps, scope, importId, runId);
  if (!found.ok) return found;
  if (isEnded(found.value.state)) return fail(refusal("run_ended", "This run has ended already."));
  const runs = runsStore(deps.db);
  await runs.askRunToCancel(runId);
  return ok((await runs.find(runId)) ?? found.value);
}

export async function findRun(
  deps: Pick<WarehouseDeps, "db">,
  scope: ProjectScope,
  importId: number,
  runId: string,
): Promise<Result<Run, Refusal>> {
  const one = await findImport(deps, scope, importId);
  if (!one.ok) return one;
  const run = await runsStore(deps.db).find(runId);
  return run?.importId === importId
    ? ok(run)
    : fail(refusal("run_not_found", "This import has no such run."));
}
