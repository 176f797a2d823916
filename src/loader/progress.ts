import { LANES, type Lane, type Position } from "../journal/index.ts";
import type { Notes, ProjectPositions } from "./notes.ts";

/** What is loaded, in memory, and its note on disk, which follows at its leisure. */
export type ProgressKeeper = {
  lane(lane: Lane): Position;
  laneReached(lane: Lane, position: Position): void;
  project(projectId: number, lane: Lane): Position;
  holds(projectId: number): Record<string, Position>;
  /** Changes when the project's file is lost: what was true of the old one is not of the new one. */
  epoch(projectId: number): number;
  /** What its file holds now. A lane that it holds more of already stays. */
  projectReached(projectId: number, positions: ProjectPositions): void;
  projectIds(): number[];
  isBehind(projectId: number, lane: Lane): boolean;
  behind(): number[];
  /** The project's file holds only this any more: its lanes go on without it until it has caught up. Noted at once. */
  fellBehind(projectId: number, holds: ProjectPositions): Promise<void>;
  /** Many have lost something: the lanes go back to where the first of them ends, and pass over what the others have. */
  goBack(lost: ReadonlyMap<number, ProjectPositions>): Promise<void>;
  /** At a moment when the lane stands still: those who have caught up with it travel with it again. */
  rejoin(lane: Lane): void;
  /** For good: it is loaded no more. */
  forgetProject(projectId: number): void;
  isForgotten(projectId: number): boolean;
  /** Writes the note when there is something new. */
  write(): Promise<void>;
  /** The last note: nothing will be loaded any more. */
  writeFinal(): Promise<void>;
};

export async function openProgress(
  notes: Pick<Notes, "readProgress" | "writeProgress">,
): Promise<ProgressKeeper> {
  const progress = await notes.readProgress();
  const { lanes, projects, behind } = progress;
  const epochs = new Map<number, number>();
  const forgotten = new Set<number>();
  const lose = (projectId: number, holds: ProjectPositions) => {
    projects.set(projectId, { ...holds });
    epochs.set(projectId, (epochs.get(projectId) ?? 0) + 1);
    changed = true;
  };
  let changed = false;
  const positionOf = (projectId: number, lane: Lane) => projects.get(projectId)?.[lane] ?? 0;
  const write = async () => {
    if (!changed) return;
    changed = false;
    try {
      await notes.writeProgress(progress);
    } catch (cause) {
      changed = true;
      throw cause;
    }
  };
  if (progress.final) {
    progress.final = false;
    changed = true;
    await write();
  }
  return {
    lane: (lane) => lanes[lane],
    laneReached(lane, position) {
      lanes[lane] = position;
      changed = true;
    },
    project: positionOf,
    holds: (projectId) => ({ ...projects.get(projectId) }),
    epoch: (projectId) => epochs.get(projectId) ?? 0,
    projectReached(projectId, reached) {
      const positions = { ...projects.get(projectId) };
      for (const lane of LANES) {
        const position = reached[lane] ?? 0;
        if (position > (positions[lane] ?? 0)) positions[lane] = position;
      }
      projects.set(projectId, positions);
      changed = true;
    },
    projectIds: () => [...projects.keys()],
    isBehind: (projectId, lane) => behind[lane].has(projectId),
    behind: () => [...new Set(LANES.flatMap((lane) => [...behind[lane]]))],
    async fellBehind(projectId, holds) {
      lose(projectId, holds);
      for (const lane of LANES) behind[lane].add(projectId);
      await write();
    },
    async goBack(lost) {
      for (const [projectId, holds] of lost) {
        lose(projectId, holds);
        for (const lane of LANES) {
          behind[lane].delete(projectId);
          lanes[lane] = Math.min(lanes[lane], holds[lane] ?? 0);
        }
      }
      await write();
    },
    rejoin(lane) {
      for (const projectId of behind[lane]) {
        if (positionOf(projectId, lane) < lanes[lane]) continue;
        behind[lane].delete(projectId);
        changed = true;
      }
    },
    isForgotten: (projectId) => forgotten.has(projectId),
    forgetProject(projectId) {
      forgotten.add(projectId);
      epochs.set(projectId, (epochs.get(projectId) ?? 0) + 1);
      projects.delete(projectId);
      for (const lane of LANES) behind[lane].delete(projectId);
      changed = true;
    },
    write,
    async writeFinal() {
      progress.final = true;
      changed = true;
      await write();
    },
  };
}
