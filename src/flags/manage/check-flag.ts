import type { Transaction } from "kysely";
import type { WorkspaceScope } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { isUuid } from "../../platform/uuid.ts";
import { flagsStore } from "../flags-store.ts";
import type { Flag, Ruleset } from "../types.ts";
import { type Fault, faultOfRuleset } from "./check-ruleset.ts";
import type { FlagRequest } from "./flag-wire.ts";
import type { ChangeFlagsDeps } from "./settle-flag.ts";

export type FlagFault = { code: "invalid_flag" } & Fault;
export type LinkFailure = FlagFault | { code: "experiment_taken"; flagKey: string };

/** What is wrong with what was sent, before anything is looked up. */
export function faultOfFlag(body: FlagRequest, scope: WorkspaceScope): FlagFault | undefined {
  if (
    body.workspace_id !== undefined &&
    body.workspace_id !== null &&
    body.workspace_id !== scope.workspaceId
  )
    return {
      code: "invalid_flag",
      field: "workspace_id",
      reason: `must be ${scope.workspaceId}, the workspace in the path, or be left out`,
    };
  const fault = faultOfUnsupported(body) ?? faultOfRuleset(body.ruleset as Ruleset);
  return fault && { code: "invalid_flag", ...fault };
}

const UNSUPPORTED = {
  cohort_definition: "cohorts",
  cohort_hash: "cohorts",
  runtime_event_rule: "first-time events",
} as const;

/** Left out in silence, such a rule would let everybody in. */
function faultOfUnsupported({ ruleset }: FlagRequest): Fault | undefined {
  for (const [index, rollout] of ruleset.rollout.entries()) {
    for (const [field, what] of Object.entries(UNSUPPORTED)) {
      const value = rollout[field as keyof typeof UNSUPPORTED];
      if (value !== undefined && value !== null)
        return {
          field: `ruleset.rollout[${index}].${field}`,
          reason: `must be left out: ${what} are not supported yet; say who is meant by runtime_evaluation_rule`,
        };
    }
  }
  return undefined;
}

/** A flag belongs to one experiment at most, and an experiment has one flag. */
export async function faultOfLink(
  deps: Pick<ChangeFlagsDeps, "hasExperiment">,
  tx: Transaction<ControlTables>,
  { workspaceId }: WorkspaceScope,
  experimentId: string | null,
  known: Flag | undefined,
): Promise<LinkFailure | undefined> {
  if (experimentId === null || experimentId === known?.experimentId) return undefined;
  if (!isUuid(experimentId) || !(await deps.hasExperiment(tx, workspaceId, experimentId)))
    return {
      code: "invalid_flag",
      field: "experiment_id",
      reason: "must be the id of an experiment in this workspace",
    };
  const other = (await flagsStore(tx).ofExperiments([experimentId])).get(experimentId);
  return other && { code: "experiment_taken", flagKey: other.key };
}
