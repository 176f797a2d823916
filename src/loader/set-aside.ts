import type { Log } from "../platform/log.ts";
import type { Notes } from "./notes.ts";
import type { SetAsideFrame } from "./types.ts";

/** Frames that could not be loaded: noted, counted and shown, so that they stall nothing and nobody forgets them. */
export type SetAsideList = {
  add(frame: SetAsideFrame): Promise<void>;
  /** The latest of them, oldest first. */
  list(projectId?: number): SetAsideFrame[];
  /** All of them since the list began. */
  count(): number;
  /** Before a project is loaded anew: whatever still cannot be loaded will come back. Of some kinds nothing is loaded anew. */
  forgetProject(projectId: number, kept?: readonly number[]): Promise<void>;
};

const REASON_MAX = 500;
/** Beyond it the oldest are only counted: each is in the log, and in the journal. */
const LISTED_MAX = 1000;

export async function openSetAsideList(
  notes: Pick<Notes, "readSetAside" | "writeSetAside">,
  log: Log,
): Promise<SetAsideList> {
  const noted = await notes.readSetAside();
  const frames = new Map(noted.frames.map((frame) => [frame.position, frame]));
  let { unlisted } = noted;
  const write = () => notes.writeSetAside({ frames: [...frames.values()], unlisted });
  return {
    async add(frame) {
      log.error({ ...frame }, "a frame of the journal could not be loaded and is set aside");
      frames.set(frame.position, { ...frame, reason: frame.reason.slice(0, REASON_MAX) });
      for (const oldest of frames.keys()) {
        if (frames.size <= LISTED_MAX) break;
        frames.delete(oldest);
        unlisted += 1;
      }
      await write();
    },
    count: () => frames.size + unlisted,
    list: (projectId) =>
      [...frames.values()].filter((frame) => projectId === undefined || frame.projectId === projectId),
    async forgetProject(projectId, kept = []) {
      const own = [...frames.values()].filter(
        (frame) => frame.projectId === projectId && !kept.includes(frame.kind),
      );
      if (own.length === 0) return;
      for (const { position } of own) frames.delete(position);
      await write();
    },
  };
}
