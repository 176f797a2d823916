import type { EventStore } from "../events/index.ts";
import { LANES } from "../journal/index.ts";
import type { Log } from "../platform/log.ts";
import type { ProjectPositions } from "./notes.ts";
import type { ProgressKeeper } from "./progress.ts";

/** With more than this many lost, the lanes go back for all of them together: one by one, each would read the whole journal. */
const ALONE_MAX = 3;

/** A file that holds less than it once did was lost, or set aside when it would not open. Those fall behind, or the lanes go back. */
export async function lookForLost(
  store: Pick<EventStore, "positions">,
  progress: ProgressKeeper,
  log: Log,
): Promise<void> {
  const lost = new Map<number, ProjectPositions>();
  for (const projectId of progress.projectIds()) {
    const epoch = progress.epoch(projectId);
    const holds: ProjectPositions = await store.positions(projectId);
    if (progress.isForgotten(projectId)) continue;
    // Set aside while it was opened, or by somebody's wish: then this is known already.
    if (progress.epoch(projectId) !== epoch) lost.set(projectId, {});
    else if (LANES.some((lane) => (holds[lane] ?? 0) < progress.project(projectId, lane)))
      lost.set(projectId, holds);
    else progress.projectReached(projectId, holds);
  }
  if (lost.size === 0) return;
  log.warn(
    { projects: [...lost.keys()] },
    "files of the event store hold less than they did; loading them from the journal",
  );
  if (lost.size > ALONE_MAX) await progress.goBack(lost);
  else for (const [projectId, holds] of lost) await progress.fellBehind(projectId, holds);
}
