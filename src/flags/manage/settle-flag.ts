import type { Transaction } from "kysely";
import type { WorkspaceScope } from "../../platform/access/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { Result } from "../../platform/result.ts";
import type { Randomness } from "../../platform/secrets.ts";
import type { ProjectsRoom } from "../../projects/index.ts";
import { auditOfFlag } from "../audit-flag.ts";
import { flagsStore } from "../flags-store.ts";
import type { Flag } from "../types.ts";

export type ChangeFlagsDeps = {
  changes: ProjectsRoom["changes"];
  clock: Clock;
  randomness: Randomness;
  /** Experiments are another room's; it says whether one is there. */
  hasExperiment(tx: Transaction<ControlTables>, workspaceId: number, id: string): Promise<boolean>;
  afterChange(projectId: number): void;
};

type RecordChange = (action: string, after: Flag | undefined, before: Flag | undefined) => Promise<void>;

/** One change with its line in the audit log; afterwards this node asks the database anew. */
export async function settleFlag<Value, Failure>(
  deps: ChangeFlagsDeps,
  scope: WorkspaceScope,
  work: (tx: Transaction<ControlTables>, record: RecordChange) => Promise<Result<Value, Failure>>,
): Promise<Result<Value, Failure>> {
  try {
    return await deps.changes.make(scope, async (tx, record) => {
      await flagsStore(tx).takeTurns(scope.projectId);
      return await work(tx, (action, after, before) =>
        record({
          action,
          organizationId: scope.organizationId,
          projectId: scope.projectId,
          target: { type: "flag", id: (after ?? before)?.id ?? "" },
          ...(before ? { before: auditOfFlag(before) } : {}),
          ...(after ? { after: auditOfFlag(after) } : {}),
        }),
      );
    });
  } finally {
    deps.afterChange(scope.projectId);
  }
}
