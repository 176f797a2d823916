import type { EventStore } from "../../events/index.ts";
import type { AnalysisPlan } from "../results/plan.ts";

/** What the store says of itself, by which later changes are told apart. */
export type StoreMarks = {
  /** The furthest place of the journal that was loaded. */
  position: number;
  erased: number;
  retracted: number;
};

type MarksDeps = { events: Pick<EventStore, "positions" | "settlement" | "query"> };

export async function readMarks({ events }: MarksDeps, projectId: number): Promise<StoreMarks> {
  const [positions, { erased, retracted }] = [
    await events.positions(projectId),
    await events.settlement(projectId),
  ];
  return { position: Math.max(0, ...Object.values(positions)), erased, retracted };
}

export type Reason = {
  reason: "late_events" | "merges" | "erasures" | "retractions";
  count: number;
  text: string;
};

const TIMEOUT_MS = 60_000;

/** Why the same question may be answered otherwise than it was then. */
export async function findReasons(
  deps: MarksDeps,
  projectId: number,
  plan: AnalysisPlan,
  then: StoreMarks,
): Promise<Reason[]> {
  const now = await readMarks(deps, projectId);
  const names = eventsOf(plan);
  const isMeant =
    names.length === 0 ? "true" : `event in (${names.map((_, index) => `$${index + 4}`).join()})`;
  const counted = await deps.events.query(projectId, {
    sql: `select
      (select count(*) from events where "position" > $1 and time between $2 and $3 and ${isMeant}),
      (select count(*) from links where "position" > $1)`,
    params: [then.position, plan.fromMs - plan.preMs, plan.toMs, ...names],
    timeoutMs: TIMEOUT_MS,
    rowsMax: 1,
  });
  const [late = 0, merges = 0] = (counted.ok ? (counted.value.rows[0] ?? []) : []).map(Number);
  const said = ({ reason, count, text }: Reason): Reason[] => (count > 0 ? [{ reason, count, text }] : []);
  return [
    ...said({
      reason: "late_events",
      count: late,
      text: `${late} events of that time came in after the decision.`,
    }),
    ...said({
      reason: "merges",
      count: merges,
      text: `${merges} devices became a person's after the decision.`,
    }),
    ...said({
      reason: "erasures",
      count: now.erased - then.erased,
      text: `${now.erased - then.erased} events of the project were erased after the decision.`,
    }),
    ...said({
      reason: "retractions",
      count: now.retracted - then.retracted,
      text: `${now.retracted - then.retracted} events of the project were taken back by their import after the decision.`,
    }),
  ];
}

/** Exposures, and whatever a metric is made of; none: all events count, as they do in sessions. */
function eventsOf({ settings, metrics }: AnalysisPlan): string[] {
  if (metrics.some(({ kind, event }) => kind === "total_sessions" && event === null)) return [];
  const named = metrics.flatMap(({ event, denominator, steps }) => [event, denominator, ...(steps ?? [])]);
  return [...new Set([settings.exposure.event, ...named.flatMap((one) => (one ? [one.name] : []))])];
}
