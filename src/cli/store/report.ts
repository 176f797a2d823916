import type { SetAsideFrame } from "../../loader/index.ts";
import { countOf } from "../backup/print.ts";

export type Rebuilt = {
  before: ReadonlyMap<number, number>;
  events: ReadonlyMap<number, number>;
  setAside: readonly SetAsideFrame[];
  /** Nothing was left out, and nothing is missing that was there before. */
  isWhole: boolean;
  /** Where the old files are, unless they were removed. */
  old: string | undefined;
  seconds: number;
};

/** Answers the exit code. */
export function report({ json }: { json: boolean }, rebuilt: Rebuilt): number {
  const { before, events, setAside, isWhole, old, seconds } = rebuilt;
  const kept = isWhole ? undefined : old;
  if (json) {
    const answer = {
      status: isWhole ? "ok" : "incomplete",
      events: Object.fromEntries(events),
      before: Object.fromEntries(before),
      set_aside: setAside,
      old_files: kept ?? null,
      seconds,
    };
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    return isWhole ? 0 : 1;
  }
  for (const [projectId, count] of events) {
    const was = before.get(projectId);
    const note = was === undefined || was === count ? "" : ` (before: ${countOf(was, "event")})`;
    process.stdout.write(`  project ${projectId}: ${countOf(count, "event")}${note}\n`);
  }
  const total = [...events.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `Rebuilt ${countOf(events.size, "project")}, ${countOf(total, "event")}, ${seconds} s.\n`,
  );
  for (const { position, reason } of setAside) {
    process.stdout.write(`  frame ${position} of the journal could not be loaded: ${reason}\n`);
  }
  if (kept !== undefined)
    process.stdout.write(`Not all of it is there again. The old files are kept: ${kept}\n`);
  return isWhole ? 0 : 1;
}
