import type { Transaction } from "kysely";
import type { ControlTables } from "../../platform/control-db/index.ts";
import type { ExperimentDeps } from "../deps.ts";
import type { Experiment } from "./types.ts";

/** Without a flag, exposures call an experiment by its name: those of one that was launched go on counting under another name. */
export async function keepExposedName(
  deps: Pick<ExperimentDeps, "flags">,
  tx: Transaction<ControlTables>,
  before: Experiment,
  after: Experiment,
): Promise<Experiment> {
  const { settings } = after;
  if (after.name === before.name || before.status === "draft" || settings.exposure.experimentName !== null)
    return after;
  if ((await deps.flags(tx).ofExperiments([before.id])).size > 0) return after;
  const exposure = { ...settings.exposure, experimentName: before.name };
  return { ...after, settings: { ...settings, exposure } };
}
