import { type Change, encodeChange, type Unplaced } from "../../events/index.ts";
import type { Appended, AppendFailure } from "../../journal/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import {
  encodeStates,
  encodeUpdates,
  PROFILE_FRAME_KIND,
  type ProfileUpdate,
  type WrittenState,
} from "../../profiles/index.ts";
import type { EventParts } from "./open-event-parts.ts";

type Placed = Promise<Result<{ position: number }, AppendFailure>>;

const placed = (appended: Result<Appended, AppendFailure>): Awaited<Placed> =>
  appended.ok ? ok({ position: appended.value.last }) : fail(appended.failure);

/** What jobs that pull data by themselves write to the journal besides events. `door`: how updates of profiles came in. */
export function bulkAppends(
  { journal, loader }: Pick<EventParts, "journal" | "loader">,
  clock: Clock,
  door: string,
) {
  const follower = loader.profiles;
  if (follower === undefined) throw new Error(`profiles would come in by ${door} and never be applied`);
  const append = async (project: number, body: Buffer): Placed =>
    placed(await follower.append([{ kind: PROFILE_FRAME_KIND, project, body: [body] }]));
  return {
    async frames(project: number, changes: readonly Unplaced<Change>[]): Placed {
      const frames = changes.map((change) => ({ ...encodeChange(change), project }));
      return placed(await journal.append("bulk", frames));
    },
    profiles: (project: number, updates: readonly ProfileUpdate[]): Placed =>
      append(project, encodeUpdates({ receivedMs: clock.now(), door, updates, counts: {} })),
    states: (project: number, states: readonly WrittenState[]): Placed =>
      append(project, encodeStates(clock.now(), door, states)),
  };
}
