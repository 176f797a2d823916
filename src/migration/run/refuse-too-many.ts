import type { MigrationDeps } from "../deps.ts";
import { OriginError } from "../origin.ts";
import { slicesStore } from "../store/slices-store.ts";
import type { Slice } from "../types.ts";
import { loadSlice } from "./load-slice.ts";
import { PlanDraft } from "./plan.ts";
import type { SliceRun } from "./run-slices.ts";
import { JobFailed } from "./turns.ts";

/** Counts before anything is loaded. A slice that the origin does not give is no reason to refuse: the run tells of it. */
export async function refuseTooMany(deps: MigrationDeps, run: SliceRun): Promise<void> {
  const slices = slicesStore(deps.db);
  const { eventsMax } = deps.limit;
  let { exported } = await slices.sum(run.job.id);
  const waiting = await slices.list(run.job.id, ["waiting"]);
  for (let slice = waiting[0]; slice !== undefined; slice = waiting[0]) {
    const got = await run.turns.whileWaiting(run.downloads.next(waiting));
    const parts = "failure" in got && got.failure.code === "too_large" ? partsOf(run, slice) : [];
    if ("path" in got) exported += await count(deps, run, slice, got.path);
    await run.downloads.forget(slice);
    waiting.splice(0, 1, ...parts);
    if (exported >= eventsMax)
      throw new JobFailed(
        "over_limit",
        `There are ${eventsMax} events or more; send ALLOW_OVER_LIMIT true to load them all the same.`,
      );
  }
}

/** Known here alone: the run splits by itself what it finds too large. */
const partsOf = ({ origin }: SliceRun, slice: Slice): Slice[] =>
  (origin.split(slice) ?? []).map((part, place) => ({ ...slice, ...part, id: `${slice.id}-${place}` }));

async function count(
  deps: MigrationDeps,
  { job, origin, turns, signal }: SliceRun,
  slice: Slice,
  path: string,
): Promise<number> {
  const counted = { job: { ...job, dryRun: true }, origin, slice, path, plan: new PlanDraft() };
  const { tally, broke } = await loadSlice(deps, counted, { signal, turn: turns.inCount });
  if (broke !== undefined && !(broke instanceof OriginError)) throw broke;
  return tally.counts.exported;
}
