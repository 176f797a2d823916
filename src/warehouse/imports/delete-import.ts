import type { ProjectScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { WarehouseDeps } from "../deps.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { profileRowsStore } from "../sync/profile-rows-store.ts";
import { runsStore } from "../sync/runs-store.ts";
import type { WarehouseImport } from "../types.ts";
import { auditTarget, unknownImport } from "./change-imports.ts";
import { importsStore } from "./imports-store.ts";

export type Deleted = { deletionRequestId: string | null };

/** The schedule ends and the run with it. What was imported stays, unless it is asked for to go too. */
export async function deleteImport(
  deps: WarehouseDeps,
  scope: ProjectScope,
  importId: number,
  withData: boolean,
): Promise<Result<Deleted, Refusal>> {
  const gone = await deps.changes.make<WarehouseImport, Refusal>(scope, async (tx, record) => {
    const imports = importsStore(tx);
    const one = await imports.lock(scope.projectId, importId);
    if (one === undefined) return fail(unknownImport());
    // Its data can still be asked to go: later, or again after the journal was busy.
    if (one.deletedAt !== null) return withData ? ok(one) : fail(unknownImport());
    const generation = one.generation + 1;
    await imports.change(importId, { deletedAt: new Date(deps.clock.now()), nextDispatch: null, generation });
    await runsStore(tx).askToCancel(importId);
    await profileRowsStore(tx).forget(importId);
    await record({
      ...auditTarget(scope, importId),
      action: "warehouse_source_sync.deleted",
      after: { delete_data: withData },
    });
    return ok({ ...one, generation });
  });
  if (!gone.ok) return gone;
  if (!withData) return ok({ deletionRequestId: null });
  return await removeData(deps, gone.value);
}

/**
 * Events: an empty generation far ahead takes the place of all others, those included that a run which is being called off still
 * sends. Profiles keep their values, which others may have written too. A lookup table goes.
 */
async function removeData(deps: WarehouseDeps, one: WarehouseImport): Promise<Result<Deleted, Refusal>> {
  if (one.kind === "lookup_table" && one.lookupTableId !== null) {
    await deps.lookupTables.remove(one.projectId, one.lookupTableId);
  }
  const generation = one.generation + FAR_AHEAD;
  const appended = await deps.frames.append(one.projectId, [
    { kind: "commit", importId: String(one.id), generation },
  ]);
  if (appended.ok) return ok({ deletionRequestId: `${one.id}-${appended.value.position}` });
  return fail({
    ...refusal(
      "store_unavailable",
      "The import is deleted, its events are not yet: the journal is busy. Send the request again.",
    ),
    retryAfterS: 1,
  });
}

const FAR_AHEAD = 1_000_000;
