import {
  type ApplyFailure,
  type ApplyOptions,
  type Change,
  type DamageFailure,
  decodeChange,
  type EventStore,
} from "../events/index.ts";
import type { Frame, Lane, Position } from "../journal/index.ts";
import type { Clock } from "../platform/clock.ts";
import { PROFILE_FRAME_KIND } from "../profiles/index.ts";
import type { SetAsideList } from "./set-aside.ts";

export type LoadDeps = { store: Pick<EventStore, "apply">; setAside: SetAsideList; clock: Clock };

export type LoadOptions = ApplyOptions & {
  /** What comes before the frames. */
  first?: readonly Change[];
};

/** The project's file has to be loaded anew: it is broken, or holds less than it did. */
export type FileLost = DamageFailure | Extract<ApplyFailure, { code: "lost" }>;

/**
 * Brings one project's frames of one lane into the store, in one transaction with the position they lead to. A frame that the
 * store will not take is set aside, and the others go on without it. Null when all is done.
 */
export async function loadFrames(
  deps: LoadDeps,
  projectId: number,
  lane: Lane,
  frames: readonly Frame[],
  upTo: Position,
  { first = [], ...more }: LoadOptions = {},
): Promise<FileLost | null> {
  let changes: Change[] = [...first];
  for (const frame of frames) {
    // These are for the profiles, which have a reader of their own.
    if (frame.kind === PROFILE_FRAME_KIND) continue;
    const change = decodeChange(frame.kind, frame.body, frame.position);
    if (change.ok) changes.push(change.value);
    else await aside(frame.position, change.failure.code, change.failure.reason);
  }
  // Each turn either ends or takes one frame out, so there are at most as many as there are frames.
  for (;;) {
    const applied = await deps.store.apply(projectId, lane, changes, upTo, more);
    if (applied.ok) return null;
    const { failure } = applied;
    if (failure.code === "damaged" || failure.code === "lost") return failure;
    const { position } = failure;
    if (!changes.some((change) => change.position === position)) {
      throw new Error(
        `the store refused a frame it was not given (position ${position}): ${JSON.stringify(failure)}`,
      );
    }
    await aside(position, failure.code, "reason" in failure ? failure.reason : JSON.stringify(failure));
    changes = changes.filter((change) => change.position !== position);
  }

  async function aside(position: Position, code: string, reason: string): Promise<void> {
    const kind = frames.find((frame) => frame.position === position)?.kind ?? 0;
    const at = new Date(deps.clock.now()).toISOString();
    await deps.setAside.add({ lane, position, projectId, kind, code, reason, at });
  }
}
