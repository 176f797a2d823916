import type { Transaction } from "kysely";
import { type Author, auditOfFlag, auditOfRuleset, type Flag, type Ruleset } from "../../flags/index.ts";
import type { WorkspaceScope } from "../../platform/access/index.ts";
import { nextMoment } from "../../platform/clock.ts";
import type { ControlTables } from "../../platform/control-db/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { isUuid } from "../../platform/uuid.ts";
import type { ExperimentDeps, RecordChange } from "../deps.ts";
import { rightsOf } from "./access.ts";
import { experimentsStore } from "./experiments-store.ts";
import type { Experiment } from "./types.ts";

export type ChangeFailure =
  | { code: "experiment_not_found" }
  | { code: "stale" }
  | { code: "archived" }
  | { code: "not_yours" };

export type Changing = {
  tx: Transaction<ControlTables>;
  record: RecordChange;
  now: Date;
  /** Changes the experiment's flag, with its line in the audit log. */
  changeFlag(before: Flag, after: Flag): Promise<Flag>;
};

export type ChangeOptions = {
  id: string;
  action: string;
  /** `modified` of the record that the caller has seen. */
  ifMatch?: string | undefined;
  /** Why, in the caller's words: for the audit log. */
  reason?: string | undefined;
  /** Whether it takes more than the right to edit. */
  needs?: "edit" | "own";
  /** An archived experiment can be brought back and deleted, and nothing else. */
  whenArchived?: "refused" | "allowed";
};

/**
 * One change of one experiment: nobody else changes it meanwhile, the audit line is part of it, and a refusal takes everything back.
 * Work that gives back the same experiment has changed nothing: then nothing is written, and `modified` stays.
 */
export async function changeExperiment<Failure>(
  deps: Pick<ExperimentDeps, "changes" | "clock" | "flagsChanged" | "flags">,
  scope: WorkspaceScope,
  options: ChangeOptions,
  work: (experiment: Experiment, changing: Changing) => Promise<Result<Experiment, Failure>>,
): Promise<Result<Experiment, Failure | ChangeFailure>> {
  try {
    return await deps.changes.make(
      scope,
      async (tx, record): Promise<Result<Experiment, Failure | ChangeFailure>> => {
        const found = await lock(tx, scope, options);
        if (!found.ok) return found;
        const before = found.value;
        const modifier = authorOf(scope);
        const now = nextMoment(deps.clock, before.modifiedAt);
        const changeFlag = flagChanger(deps, scope, tx, record);
        const outcome = await work(before, { tx, record, now, changeFlag });
        if (!outcome.ok || outcome.value === before) return outcome;
        const after = { ...outcome.value, modifiedAt: now, modifier };
        await experimentsStore(tx).save(after);
        await record({
          ...targetOf(scope, "experiment", before.id),
          action: options.action,
          before: auditOf(before),
          after: { ...auditOf(after), ...(options.reason === undefined ? {} : { reason: options.reason }) },
        });
        return ok(after);
      },
    );
  } finally {
    deps.flagsChanged(scope.projectId);
  }
}

/** Saves a flag as changed by the caller, with its line in the audit log. */
export function flagChanger(
  deps: Pick<ExperimentDeps, "flags" | "clock">,
  scope: WorkspaceScope,
  tx: Transaction<ControlTables>,
  record: RecordChange,
): Changing["changeFlag"] {
  return async (before, then) => {
    const after = {
      ...then,
      modifiedAt: nextMoment(deps.clock, before.modifiedAt),
      modifier: authorOf(scope),
    };
    await deps.flags(tx).save(after);
    await record({
      ...targetOf(scope, "flag", before.id),
      action: "flag.update",
      before: auditOfFlag(before),
      after: auditOfFlag(after),
    });
    return after;
  };
}

export const authorOf = ({ principal: { id, name, email } }: WorkspaceScope): Author => ({ id, name, email });

async function lock(
  tx: Transaction<ControlTables>,
  scope: WorkspaceScope,
  { id, ifMatch, needs = "edit", whenArchived = "refused" }: ChangeOptions,
): Promise<Result<Experiment, ChangeFailure>> {
  const found = isUuid(id)
    ? await experimentsStore(tx).find(scope.workspaceId, id, { lock: true })
    : undefined;
  if (found === undefined || !rightsOf(scope, found).view) return fail({ code: "experiment_not_found" });
  if (!rightsOf(scope, found)[needs]) return fail({ code: "not_yours" });
  if (ifMatch !== undefined && ifMatch !== found.modifiedAt.toISOString()) return fail({ code: "stale" });
  if (found.archivedAt !== null && whenArchived === "refused") return fail({ code: "archived" });
  return ok(found);
}

export const targetOf = (scope: WorkspaceScope, type: "experiment" | "flag", id: string) => ({
  organizationId: scope.organizationId,
  projectId: scope.projectId,
  target: { type, id },
});

/** Caches are left out: they follow from the rest and the events. */
export const auditOf = (experiment: Experiment) => {
  const {
    exposuresCache: _exposures,
    resultsCache,
    creator: _creator,
    modifier: _modifier,
    ...rest
  } = experiment;
  return { ...rest, decision: auditOfDecision(resultsCache.decision) };
};

function auditOfDecision(decision: unknown) {
  if (decision === undefined) return null;
  const { previous_ruleset: before, ...rest } = decision as { previous_ruleset?: Ruleset | null };
  return { ...rest, previous_ruleset: before ? auditOfRuleset(before) : null };
}
