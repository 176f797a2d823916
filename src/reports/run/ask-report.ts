import type { NameDictionary } from "../../dictionary/index.ts";
import type { EventStore } from "../../events/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { SegmentationReport } from "../model/report.ts";
import { checkReferences, usesOf } from "../plan/check-references.ts";
import { patternsIn } from "../plan/condition.ts";
import { type ReportFailure, refuseField } from "../plan/failure.ts";
import type { SegmentationPlan } from "../plan/plan.ts";
import { type PlanScope, planSegmentation } from "../plan/plan-report.ts";
import { resolvePersons } from "../plan/resolve-persons.ts";
import type { Sources } from "../plan/sources.ts";
import type { Calendar } from "../plan/units.ts";
import type { SegmentationAnswer } from "./answer.ts";
import { findBadPattern } from "./find-bad-pattern.ts";
import { type RunDeps, type RunFailure, runSegmentation } from "./run-segmentation.ts";
import { readSources, type SourcesDeps } from "./sources.ts";
import { whileProfilesAreHeld } from "./while-profiles-are-held.ts";

export type AskDeps = RunDeps &
  SourcesDeps & {
    store: Pick<EventStore, "query" | "catalog" | "dialect" | "lookupTables" | "resolveIds">;
    dictionary?: NameDictionary | undefined;
    calendarOf(projectId: number): Promise<Calendar>;
  };

export type AskFailure = ReportFailure | RunFailure;

/** Bookkeeping of identity is not what people did. */
const IDENTITY_EVENTS = ["$identify", "$create_alias", "$merge"];

/** What a person asked, planned and answered. */
export async function askReport(
  deps: AskDeps,
  projectId: number,
  report: SegmentationReport,
  most: PlanScope["most"],
  left: AbortSignal,
): Promise<Result<SegmentationAnswer, AskFailure>> {
  const plan = planSegmentation(report, {
    calendar: await deps.calendarOf(projectId),
    nowMs: deps.clock.now(),
    hidden: await hiddenEvents(deps, projectId),
    most,
  });
  return plan.ok ? await askPlan(deps, projectId, plan.value, left) : plan;
}

export async function hiddenEvents(
  { dictionary }: Pick<AskDeps, "dictionary">,
  projectId: number,
): Promise<string[]> {
  const said = (await dictionary?.events(projectId)) ?? new Map();
  return [...IDENTITY_EVENTS, ...[...said].flatMap(([name, { isHidden }]) => (isHidden ? [name] : []))];
}

/** Holds what the plan names against what the project has, and answers it. */
export async function askPlan(
  deps: AskDeps,
  projectId: number,
  plan: SegmentationPlan,
  left: AbortSignal,
): Promise<Result<SegmentationAnswer, AskFailure>> {
  const expressions = usesOf(plan).map(({ of }) => of);
  return whileProfilesAreHeld(deps, expressions, async () => {
    const sources = await readSources(deps, projectId, expressions);
    return await answerPlan(deps, projectId, plan, sources, left);
  });
}

async function answerPlan(
  deps: AskDeps,
  projectId: number,
  plan: SegmentationPlan,
  sources: Sources,
  left: AbortSignal,
): Promise<Result<SegmentationAnswer, AskFailure>> {
  const declared = (await deps.dictionary?.properties(projectId)) ?? new Map<string, never>();
  const failure = checkReferences(usesOf(plan), { ...sources, declared });
  if (failure !== undefined) return fail(failure);
  const bad = await findBadPattern(
    deps,
    projectId,
    plan.series.flatMap(({ condition }) => patternsIn(condition)),
  );
  if (bad !== undefined) return refuseField(bad.field, bad.reason);
  const series = [];
  for (const one of plan.series)
    series.push({ ...one, condition: await resolvePersons(deps.store, projectId, one.condition) });
  const answer = await runSegmentation(deps, projectId, { ...plan, series }, sources, left);
  return answer.ok ? ok(answer.value) : answer;
}
