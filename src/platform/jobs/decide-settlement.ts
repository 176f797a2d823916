import type { TSchema } from "typebox";
import type { JobKind } from "./job.ts";
import { plainError, toJobError } from "./job-error.ts";
import { JobStopped } from "./job-stopped.ts";
import { retryDelayMs } from "./retry-delay.ts";
import type { Settlement } from "./settle-job.ts";

/** How a run came to its end, seen from here. */
export type Ending =
  | { kind: "returned" }
  | { kind: "unfit"; reason: string }
  | { kind: "threw"; cause: unknown }
  /** It was told to stop and did not within the grace time. It may still run. */
  | { kind: "deaf" };

/** What becomes of the job; nothing if its row belongs to another node by now. */
export function decideSettlement(
  kind: JobKind<TSchema>,
  attempt: number,
  ending: Ending,
  stopped: JobStopped | undefined,
  random: () => number,
): Settlement | undefined {
  // Returning means done, also after the signal: a job that stops early throws.
  if (ending.kind === "returned") return { kind: "completed" };
  // Another attempt would read the same payload with the same schema.
  if (ending.kind === "unfit") return { kind: "failed", error: plainError(ending.reason) };
  switch (stopped?.code) {
    case "claim_lost":
      return undefined;
    case "closing":
      return { kind: "released" };
    case "cancelled":
      return { kind: "cancelled", error: plainError(stopped.message) };
  }
  const error = toJobError(stopped ?? (ending.kind === "threw" ? ending.cause : new JobStopped("timed_out")));
  if (attempt >= kind.attemptsMax) return { kind: "failed", error };
  return { kind: "retry", delayMs: retryDelayMs(kind, attempt, random), error };
}
