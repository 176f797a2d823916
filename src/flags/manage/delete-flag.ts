import type { WorkspaceScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { isUuid } from "../../platform/uuid.ts";
import { flagsStore } from "../flags-store.ts";
import { type ChangeFlagsDeps, settleFlag } from "./settle-flag.ts";

export type DeleteFailure = { code: "flag_not_found" } | { code: "experiment_active" };

export function deleteFlag(
  deps: ChangeFlagsDeps,
  scope: WorkspaceScope,
  id: string,
): Promise<Result<undefined, DeleteFailure>> {
  return settleFlag(deps, scope, async (tx, record): Promise<Result<undefined, DeleteFailure>> => {
    const store = flagsStore(tx);
    const known = isUuid(id) ? await store.find(scope.workspaceId, id, { lock: true }) : undefined;
    if (known === undefined) return fail({ code: "flag_not_found" });
    if (known.experimentId !== null && known.isExperimentActive) return fail({ code: "experiment_active" });
    await store.remove(known);
    await record("flag.delete", undefined, known);
    return ok(undefined);
  });
}
