import type { WorkspaceScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { ExperimentDeps } from "../deps.ts";
import { type ChangeFailure, changeExperiment } from "./change-experiment.ts";
import { experimentsStore } from "./experiments-store.ts";
import type { StateFailure } from "./run-experiment.ts";
import { TRANSITIONS } from "./states.ts";
import type { Experiment } from "./types.ts";

type Asked = { id: string; ifMatch?: string | undefined };
export type KeepFailure = ChangeFailure | StateFailure;

/** Takes an experiment out of lists; it can be read by its id, and nothing of it changes until it is back. */
export const archiveExperiment = (
  deps: ExperimentDeps,
  scope: WorkspaceScope,
  asked: Asked,
): Promise<Result<Experiment, KeepFailure>> =>
  changeExperiment<KeepFailure>(
    deps,
    scope,
    { ...asked, action: "experiment.archive", needs: "own", whenArchived: "allowed" },
    async (experiment, { now }) => {
      if (experiment.archivedAt !== null) return ok(experiment);
      const step = TRANSITIONS[experiment.status].archive;
      return "refused" in step
        ? fail({ code: "wrong_state", reason: step.refused })
        : ok({ ...experiment, archivedAt: now });
    },
  );

export const unarchiveExperiment = (
  deps: ExperimentDeps,
  scope: WorkspaceScope,
  asked: Asked,
): Promise<Result<Experiment, ChangeFailure>> =>
  changeExperiment<never>(
    deps,
    scope,
    { ...asked, action: "experiment.unarchive", needs: "own", whenArchived: "allowed" },
    async (experiment) =>
      ok(experiment.archivedAt === null ? experiment : { ...experiment, archivedAt: null }),
  );

/** Its exposures stay, as events do; its flag stays and is nobody's. */
export const deleteExperiment = (
  deps: ExperimentDeps,
  scope: WorkspaceScope,
  asked: Asked,
): Promise<Result<Experiment, KeepFailure>> =>
  changeExperiment<KeepFailure>(
    deps,
    scope,
    { ...asked, action: "experiment.delete", needs: "own", whenArchived: "allowed" },
    async (experiment, { tx, changeFlag }) => {
      const step = TRANSITIONS[experiment.status].delete;
      if ("refused" in step) return fail({ code: "wrong_state", reason: step.refused });
      const flag = await deps.flags(tx).lockOfExperiment(experiment.id);
      if (flag !== undefined)
        await changeFlag(flag, { ...flag, experimentId: null, isExperimentActive: null });
      await experimentsStore(tx).remove(experiment.id);
      // A new object: the change is written down although there is no row left to save.
      return ok({ ...experiment });
    },
  );
