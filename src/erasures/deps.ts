import type { EventStore } from "../events/index.ts";
import type { Journal, Position } from "../journal/index.ts";
import type { Loader } from "../loader/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { ErasuresStore } from "./erasures-store.ts";

/** Whatever else keeps something about persons. Each answers how much it took away; asked again, it takes away nothing. */
export type ErasurePort = {
  erase(projectId: number, ids: readonly string[]): Promise<number>;
  /** What is left of before that moment. */
  count(projectId: number, ids: readonly string[], before: Date): Promise<number>;
};

/** Another room's frames in the journal: undefined when a frame says nothing of these persons. */
export type FrameEraser = (
  kind: number,
  body: Buffer,
  ids: ReadonlySet<string>,
) => { body: Buffer | null; count: number } | undefined;

export type ErasureDeps = {
  erasures: ErasuresStore;
  journal: Pick<Journal, "append" | "read" | "rotate" | "rewrite" | "segments" | "stats">;
  store: Pick<EventStore, "countTraces" | "personIds" | "checkpoint" | "removeSetAside">;
  loader: Pick<Loader, "loadedUpTo">;
  profiles: {
    /** `position`: what was said of these persons behind it in the journal stays. */
    erase(projectId: number, ids: readonly string[], position: Position): Promise<number>;
    count: ErasurePort["count"];
    frames: FrameEraser;
  };
  samples: ErasurePort;
  clock: Clock;
};
