import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Lane, Position } from "../journal/index.ts";
import { writeFileDurably } from "../platform/data-folder/index.ts";
import type { LanePositions, SetAsideFrame } from "./types.ts";

/** How far a project was loaded, by lane. A lane it has nothing in is missing. */
export type ProjectPositions = Partial<Record<Lane, Position>>;

/**
 * Where the loader was. It may lag behind the truth, which is in the store's files beside their rows: then frames are met again
 * and passed over. It never leads it: a project's file that holds less than is noted here has been lost and is loaded anew.
 */
export type Progress = {
  lanes: LanePositions;
  projects: Map<number, ProjectPositions>;
  /** Projects that are loaded anew, apart from their lanes, until they have caught up with them. */
  behind: Record<Lane, Set<number>>;
  /** Written when the loader had ended, so that nothing has been loaded since. */
  final: boolean;
};

export type SetAsideNote = { frames: readonly SetAsideFrame[]; unlisted: number };

export type Notes = {
  readProgress(): Promise<Progress>;
  writeProgress(progress: Progress): Promise<void>;
  readSetAside(): Promise<SetAsideNote>;
  writeSetAside(note: SetAsideNote): Promise<void>;
};

type ProgressText = {
  version: 1;
  lanes: LanePositions;
  projects: Record<string, ProjectPositions>;
  behind: Record<Lane, number[]>;
  final: boolean;
};

export async function openNotes(folder: string): Promise<Notes> {
  await mkdir(folder, { recursive: true });
  const progressPath = join(folder, "progress.json");
  const setAsidePath = join(folder, "set-aside.json");
  return {
    async readProgress() {
      const text = await readJson<ProgressText>(progressPath);
      if (text?.version !== 1) return nothingLoaded();
      const projects = Object.entries(text.projects).map(
        ([id, positions]) => [Number(id), positions] as const,
      );
      const behind = { live: new Set(text.behind.live), bulk: new Set(text.behind.bulk) };
      return { lanes: text.lanes, projects: new Map(projects), behind, final: text.final };
    },
    writeProgress({ lanes, projects, behind, final }) {
      const text: ProgressText = {
        version: 1,
        lanes,
        projects: Object.fromEntries(projects),
        behind: { live: [...behind.live], bulk: [...behind.bulk] },
        final,
      };
      return writeFileDurably(progressPath, JSON.stringify(text));
    },
    async readSetAside() {
      return (await readJson<SetAsideNote>(setAsidePath)) ?? { frames: [], unlisted: 0 };
    },
    writeSetAside: (note) => writeFileDurably(setAsidePath, JSON.stringify(note)),
  };
}

const nothingLoaded = (): Progress => ({
  lanes: { live: 0, bulk: 0 },
  projects: new Map(),
  behind: { live: new Set(), bulk: new Set() },
  final: true,
});

/** Far more frames than are loaded between two notes. */
const UNNOTED_MAX = 1_000_000;

/**
 * No file of the store holds a larger position than this. A journal that has lost its end must not give them out again: the
 * loader would take new frames for those that a file has already.
 */
export async function largestLoaded(folder: string): Promise<Position> {
  const { lanes, projects, final } = await (await openNotes(folder)).readProgress();
  const positions = [...projects.values()].flatMap((held) => Object.values(held));
  return Math.max(...Object.values(lanes), ...positions, 0) + (final ? 0 : UNNOTED_MAX);
}

/** A note that cannot be read is as good as none: everything is met again. */
async function readJson<Value>(path: string): Promise<Value | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    if (cause instanceof SyntaxError || (cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cause;
  }
}
