import type { Transaction } from "kysely";
import type { Flag } from "../../flags/index.ts";
import type { WorkspaceScope } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { isUuid } from "../../platform/uuid.ts";
import type { ExperimentDeps } from "../deps.ts";
import type { Experiment } from "./types.ts";

export type LinkFailure = { code: "flag_unknown" } | { code: "flag_taken"; flagKey: string };

/** Changes a flag with its line in the audit log. */
export type ChangeFlag = (before: Flag, after: Flag) => Promise<unknown>;

/** The link itself stands with the flag, so that both sides say the same; the settings only name it. */
export async function linkFlag(
  deps: Pick<ExperimentDeps, "flags">,
  scope: WorkspaceScope,
  tx: Transaction<ControlTables>,
  { id, settings, status }: Experiment,
  changeFlag: ChangeFlag,
): Promise<Result<undefined, LinkFailure>> {
  await deps.flags(tx).takeTurns(scope.projectId);
  const linked = await deps.flags(tx).lockOfExperiment(id);
  const unlink = async () => {
    if (linked) await changeFlag(linked, { ...linked, experimentId: null, isExperimentActive: null });
  };
  const wanted = settings.featureFlag;
  if (wanted === null) {
    await unlink();
    return ok(undefined);
  }
  // Only `onDecide` is said: the link is as it was.
  if (wanted.id === undefined && wanted.key === undefined) return ok(undefined);
  const flag = await findFlag(deps, scope, tx, wanted);
  if (flag === undefined) return fail({ code: "flag_unknown" });
  if (flag.experimentId === id) return ok(undefined);
  if (flag.experimentId !== null) return fail({ code: "flag_taken", flagKey: flag.key });
  await unlink();
  await changeFlag(flag, { ...flag, experimentId: id, isExperimentActive: status === "active" });
  return ok(undefined);
}

async function findFlag(
  deps: Pick<ExperimentDeps, "flags">,
  scope: WorkspaceScope,
  tx: Transaction<ControlTables>,
  { id, key }: { id?: string | undefined; key?: string | undefined },
): Promise<Flag | undefined> {
  const store = deps.flags(tx);
  if (id !== undefined)
    return isUuid(id) ? await store.find(scope.workspaceId, id, { lock: true }) : undefined;
  const found = await store.findByKey(scope.projectId, key ?? "");
  return found && (await store.find(scope.workspaceId, found.id, { lock: true }));
}
