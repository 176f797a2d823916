import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { Skeleton } from "./Skeleton.tsx";
import { Spinner } from "./Spinner.tsx";
import { useElapsed } from "./useElapsed.ts";

const SKELETON_MS = 300;
const SECONDS_MS = 2_000;
const TIPS_MS = 7_000;

type WaitingProps = {
  skeleton?: ReactNode;
  onCancel?: (() => void) | undefined;
  /** What would make this very question faster, each a change of one click. Shown when it takes long. */
  tips?: ReactNode;
};

/** The wait for an answer: first nothing, then the shape of what comes, then how long it has taken and a way out. */
export function Waiting({ skeleton = <Skeleton />, onCancel, tips }: WaitingProps) {
  const elapsedMs = useElapsed(true);
  if (elapsedMs < SKELETON_MS) return null;
  const seconds = Math.floor(elapsedMs / 1_000);
  return (
    <div data-testid="waiting">
      {/* Said once; the seconds are for the eye. */}
      <span role="status" className="sr-only">
        Loading
      </span>
      {elapsedMs < SECONDS_MS ? null : (
        <p className="mb-3 flex items-center gap-2 text-xs text-ink-soft">
          <Spinner />
          <span aria-hidden>{seconds} s</span>
          {onCancel === undefined ? null : (
            <Button size="sm" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </p>
      )}
      {elapsedMs < TIPS_MS || tips === undefined ? null : <div className="mb-3">{tips}</div>}
      {skeleton}
    </div>
  );
}
