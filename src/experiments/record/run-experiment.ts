import type { WorkspaceScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { ExperimentDeps } from "../deps.ts";
import { type ChangeFailure, changeExperiment } from "./change-experiment.ts";
import { faultOfComparison, faultOfLaunch } from "./check-experiment.ts";
import { TRANSITIONS } from "./states.ts";
import type { Experiment } from "./types.ts";

export type StateFailure = { code: "wrong_state"; reason: string };
export type LaunchFailure =
  | ChangeFailure
  | StateFailure
  | { code: "invalid_experiment"; field: string; reason: string };

type Asked = { id: string; ifMatch?: string | undefined };

/** Starts an experiment, and with it the flag that gives out its variants. */
export function launchExperiment(
  deps: ExperimentDeps,
  scope: WorkspaceScope,
  asked: Asked,
): Promise<Result<Experiment, LaunchFailure>> {
  return changeExperiment<LaunchFailure>(
    deps,
    scope,
    { ...asked, action: "experiment.launch" },
    async (experiment, { tx, now, changeFlag }) => {
      const step = TRANSITIONS[experiment.status].launch;
      if ("refused" in step) return fail({ code: "wrong_state", reason: step.refused });
      if (experiment.status === step.to) return ok(experiment);
      const fault = faultOfComparison(experiment.variants) ?? faultOfLaunch(experiment.variants);
      if (fault) return fail({ code: "invalid_experiment", ...fault });
      const flag = await deps.flags(tx).lockOfExperiment(experiment.id);
      if (flag !== undefined) {
        const missing = experiment.variants.find(
          ({ key }) => !flag.ruleset.variants.some((one) => one.key.toLowerCase() === key.toLowerCase()),
        );
        if (missing)
          return fail({
            code: "invalid_experiment",
            field: "variants",
            reason: `name '${missing.key}', which the flag '${flag.key}' does not have; add it there or take it out here`,
          });
        const enabled = { status: "enabled", enabledAt: now, archivedAt: null } as const;
        await changeFlag(flag, { ...flag, ...enabled, isExperimentActive: true });
      }
      return ok({ ...experiment, status: step.to, startDate: experiment.startDate ?? now });
    },
  );
}

export type ConcludeFailure = ChangeFailure | StateFailure | { code: "invalid_end"; reason: string };

/** Ends the collecting; the flag goes on serving as it does. */
export function concludeExperiment(
  deps: ExperimentDeps,
  scope: WorkspaceScope,
  asked: Asked & { endDate?: Date | undefined },
): Promise<Result<Experiment, ConcludeFailure>> {
  const { endDate, ...options } = asked;
  return changeExperiment<ConcludeFailure>(
    deps,
    scope,
    { ...options, action: "experiment.conclude" },
    async (experiment, { tx, now, changeFlag }) => {
      const step = TRANSITIONS[experiment.status].conclude;
      if ("refused" in step) return fail({ code: "wrong_state", reason: step.refused });
      const ends = endDate ?? (experiment.status === "concluded" ? experiment.endDate : now);
      if (ends !== null && experiment.startDate !== null && ends < experiment.startDate)
        return fail({ code: "invalid_end", reason: "must not be before the experiment's start_date" });
      if (experiment.status === "concluded") {
        if (ends?.getTime() === experiment.endDate?.getTime()) return ok(experiment);
        // What was computed for another end is wrong for this one.
        const { $flag } = experiment.resultsCache;
        return ok({ ...experiment, endDate: ends, exposuresCache: {}, resultsCache: $flag ? { $flag } : {} });
      }
      const flag = await deps.flags(tx).lockOfExperiment(experiment.id);
      if (flag === undefined) return ok({ ...experiment, status: step.to, endDate: ends });
      const served = await changeFlag(flag, { ...flag, isExperimentActive: false });
      // A decision tells by this whether somebody edited the flag meanwhile.
      const note = { base: { ruleset: flag.ruleset }, modified: served.modifiedAt.toISOString() };
      const resultsCache = { ...experiment.resultsCache, $flag: note };
      return ok({ ...experiment, status: step.to, endDate: ends, resultsCache });
    },
  );
}
