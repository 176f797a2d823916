import type { Transaction } from "kysely";
import type { WorkspaceScope } from "../../platform/access/index.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { newUuid } from "../../platform/uuid.ts";
import type { ExperimentDeps, RecordChange } from "../deps.ts";
import { auditOf, authorOf, flagChanger, targetOf } from "./change-experiment.ts";
import { faultOfExperiment } from "./check-experiment.ts";
import { experimentsStore } from "./experiments-store.ts";
import { fillMetrics, fillSettings, fillVariants } from "./fill-defaults.ts";
import { type LinkFailure, linkFlag } from "./link-flag.ts";
import type { Experiment } from "./types.ts";
import type { CreateRequest } from "./wire.ts";

export type CreateFailure =
  | LinkFailure
  | { code: "invalid_experiment"; field: string; reason: string }
  | { code: "too_many_experiments"; most: number };

const EXPERIMENTS_MAX = 10_000;

export async function createExperiment(
  deps: ExperimentDeps,
  scope: WorkspaceScope,
  body: CreateRequest,
): Promise<Result<Experiment, CreateFailure>> {
  const experiment = draftOf(deps, scope, body);
  const fault = faultOfExperiment(experiment);
  if (fault) return fail({ code: "invalid_experiment", ...fault });
  return await insertExperiment(deps, scope, async () => experiment);
}

export type MakeExperiment = (tx: Transaction<ControlTables>, record: RecordChange) => Promise<Experiment>;

/** Also for copies, which make a flag in the same transaction. */
export async function insertExperiment(
  deps: ExperimentDeps,
  scope: WorkspaceScope,
  make: MakeExperiment,
): Promise<Result<Experiment, CreateFailure>> {
  try {
    return await deps.changes.make(scope, async (tx, record): Promise<Result<Experiment, CreateFailure>> => {
      const store = experimentsStore(tx);
      await deps.flags(tx).takeTurns(scope.projectId);
      if ((await store.count(scope.projectId)) >= EXPERIMENTS_MAX)
        return fail({ code: "too_many_experiments", most: EXPERIMENTS_MAX });
      const experiment = await make(tx, record);
      await store.insert(experiment);
      const linked = await linkFlag(deps, scope, tx, experiment, flagChanger(deps, scope, tx, record));
      if (!linked.ok) return linked;
      await record({
        ...targetOf(scope, "experiment", experiment.id),
        action: "experiment.create",
        after: auditOf(experiment),
      });
      return ok(experiment);
    });
  } finally {
    deps.flagsChanged(scope.projectId);
  }
}

function draftOf(deps: ExperimentDeps, scope: WorkspaceScope, body: CreateRequest): Experiment {
  const author = authorOf(scope);
  const now = new Date(deps.clock.now());
  return {
    id: newUuid(deps.randomness),
    projectId: scope.projectId,
    workspaceId: scope.workspaceId,
    name: body.name,
    description: body.description ?? null,
    hypothesis: body.hypothesis ?? null,
    status: "draft",
    tags: body.tags ?? [],
    variants: fillVariants(body.variants),
    metrics: fillMetrics(body.metrics, deps.randomness),
    settings: fillSettings(body.settings),
    exposuresCache: {},
    resultsCache: {},
    isShared: body.global_access_type !== "off",
    startDate: null,
    endDate: null,
    createdAt: now,
    modifiedAt: now,
    archivedAt: null,
    creator: author,
    modifier: author,
  };
}
