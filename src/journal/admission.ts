import type { Clock } from "../platform/clock.ts";
import type { Health } from "./health.ts";
import type { AppendFailure, Lane } from "./types.ts";

export type Refusal = Extract<AppendFailure, { retryAfterMs: number }>;

export type AdmissionSettings = { queueBytesMax: number; diskFullPauseMs: number };

export type AdmissionDeps = {
  lane: Lane;
  clock: Clock;
  health: Health;
  defer: (work: () => void) => void;
  settings: AdmissionSettings;
};

const RETRY_MS_MIN = 100;
const RETRY_MS_MAX = 5_000;

/** Whether a lane takes an append now, and when to come back if not. */
export function createAdmission({ lane, clock, health, defer, settings }: AdmissionDeps) {
  const refused: Record<Refusal["code"], number> = { journal_busy: 0, disk_full: 0 };
  let held: Refusal | null = null;
  let pausedUntilMs = 0;
  let bytesPerMs = 100_000;

  /**
   * A refusal holds for the rest of this turn of the event loop. An append may rely on one before it in its lane, such
   * as a column declared there; so none may pass one whose failure its caller cannot have seen yet.
   */
  function hold(refusal: Refusal): Refusal {
    if (held === null) {
      defer(() => {
        held = null;
      });
    }
    held = refusal;
    return refusal;
  }

  function findRefusal(bytes: number, unsyncedBytes: number): AppendFailure | null {
    const failure = health.failure() ?? held;
    if (failure) return failure;
    const pauseMs = pausedUntilMs - clock.now();
    if (pauseMs > 0) return hold({ code: "disk_full", lane, retryAfterMs: pauseMs });
    // An append larger than the bound passes when it is alone: otherwise it could never pass.
    if (unsyncedBytes === 0 || unsyncedBytes + bytes <= settings.queueBytesMax) return null;
    const drainMs = Math.ceil(unsyncedBytes / bytesPerMs);
    const retryAfterMs = Math.min(RETRY_MS_MAX, Math.max(RETRY_MS_MIN, drainMs));
    return hold({ code: "journal_busy", lane, retryAfterMs });
  }

  function count(failure: AppendFailure, appends: number): void {
    if (failure.code === "journal_busy" || failure.code === "disk_full") refused[failure.code] += appends;
  }

  return {
    findRefusal,
    count,
    /** The disk was met full. It is left alone for a while: each try costs a write and a cut. */
    meetFullDisk(): Refusal {
      pausedUntilMs = clock.now() + settings.diskFullPauseMs;
      return hold({ code: "disk_full", lane, retryAfterMs: settings.diskFullPauseMs });
    },
    noteSynced(bytes: number, durationMs: number): void {
      bytesPerMs = 0.8 * bytesPerMs + 0.2 * (bytes / Math.max(durationMs, 0.01));
    },
    refused: () => ({ ...refused }),
  };
}
