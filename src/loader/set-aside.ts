import type { Log } from "../platform/log.ts";
import type { Notes } from "./notes.ts";
import type { SetAsideFrame } from "./types.ts";

/** Frames that could not be loaded: noted, counted and shown, so that they stall nothing and nobody forgets them. */
export type SetAsideList = {
  add(frame: SetAsideFrame): Promise<void>;
  list(projectId?: number): SetAsideFrame[];
  /** Before a project is loaded anew: whatever still cannot be loaded will come back. */
  forgetProject(projectId: number): Promise<void>;
};

const REASON_MAX = 500;

export async function openSetAsideList(
  notes: Pick<Notes, "readSetAside" | "writeSetAside">,
  log: Log,
): Promise<SetAsideList> {
  const frames = new Map((await notes.readSetAside()).map((frame) => [frame.position, frame]));
  const write = () => notes.writeSetAside([...frames.values()]);
  return {
    async add(frame) {
      log.error({ ...frame }, "a frame of the journal could not be loaded and is set aside");
      frames.set(frame.position, { ...frame, reason: frame.reason.slice(0, REASON_MAX) });
      await write();
    },
    list: (projectId) =>
      [...frames.values()].filter((frame) => projectId === undefined || frame.projectId === projectId),
    async forgetProject(projectId) {
      const own = [...frames.values()].filter((frame) => frame.projectId === projectId);
      if (own.length === 0) return;
      for (const { position } of own) frames.delete(position);
      await write();
    },
  };
}
