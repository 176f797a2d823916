import type { WorkspaceScope } from "../../platform/access/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { isUuid } from "../../platform/uuid.ts";
import type { ExperimentDeps } from "../deps.ts";
import { rightsOf } from "./access.ts";
import type { Seen } from "./experiment-view.ts";
import { experimentsStore } from "./experiments-store.ts";
import { marksStore } from "./marks-store.ts";
import type { Experiment } from "./types.ts";

/** Adds what a record shows besides the experiment itself. */
export async function seeAll(
  deps: Pick<ExperimentDeps, "db" | "flags">,
  scope: WorkspaceScope,
  experiments: readonly Experiment[],
): Promise<Seen[]> {
  const ids = experiments.map(({ id }) => id);
  const markOf = await marksStore(deps.db).of(scope.principal.id, ids);
  const flags = await deps.flags(deps.db).ofExperiments(ids);
  return experiments.map((experiment) => ({
    experiment,
    mark: markOf(experiment.id),
    flag: flags.get(experiment.id),
    scope,
  }));
}

/** The same for the outcome of a change. */
export async function see<Failure>(
  deps: Pick<ExperimentDeps, "db" | "flags">,
  scope: WorkspaceScope,
  changing: Promise<Result<Experiment, Failure>>,
): Promise<Result<Seen, Failure>> {
  const changed = await changing;
  if (!changed.ok) return changed;
  const [seen] = await seeAll(deps, scope, [changed.value]);
  if (seen === undefined) throw new Error("one experiment makes one record");
  return ok(seen);
}

export async function findExperiment(
  deps: Pick<ExperimentDeps, "db">,
  scope: WorkspaceScope,
  id: string,
): Promise<Result<Experiment, { code: "experiment_not_found" }>> {
  const found = isUuid(id) ? await experimentsStore(deps.db).find(scope.workspaceId, id) : undefined;
  return found && rightsOf(scope, found).view ? ok(found) : fail({ code: "experiment_not_found" });
}
