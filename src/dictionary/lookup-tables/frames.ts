import type { ChangeFrame } from "../../events/index.ts";
import type { Result } from "../../platform/result.ts";

/** The way into the journal, as far as lookup tables need it; `cli` fills it. */
export type LookupFrames = {
  /** Resolves when they are on disk. */
  append(
    projectId: number,
    frames: readonly ChangeFrame[],
  ): Promise<Result<undefined, { code: "not_accepted"; reason: string; retryAfterMs: number }>>;
};
