import { useQueryClient } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { ApiFailure } from "../api/failure.ts";

const RETRY_FIRST_MS = 1_000;
const RETRY_MOST_MS = 15_000;

/** A thin bar while the server cannot be reached. Once it is back, what is in sight is asked for again; what was typed stays. */
export function ConnectionBar() {
  const queryClient = useQueryClient();
  const [isAway, setIsAway] = useState(false);
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        // Only what fails now: a failure of before is still written down where nobody has asked again.
        if (event.type !== "updated" || (event.action.type !== "failed" && event.action.type !== "error"))
          return;
        const cause: unknown = event.action.error;
        if (cause instanceof ApiFailure && cause.type === "unreachable") setIsAway(true);
      }),
    [queryClient],
  );
  useEffect(() => {
    if (!isAway) return;
    return retryUntilBack(() => {
      setIsAway(false);
      void queryClient.invalidateQueries();
    });
  }, [isAway, queryClient]);
  if (!isAway) return null;
  return (
    <p
      role="status"
      data-testid="shell.away"
      className="fixed inset-x-0 top-0 z-70 flex items-center justify-center gap-2 bg-warn-soft px-3 py-1 text-xs text-warn-text"
    >
      <WifiOff aria-hidden className="size-3.5" />
      The server cannot be reached. Trying again; nothing you typed is lost.
    </p>
  );
}

/** Asks less and less often. Answers how to stop asking. */
function retryUntilBack(onBack: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isOver = false;
  const ask = async (waitMs: number) => {
    const answer = await fetch("/healthz").catch(() => undefined);
    if (isOver) return;
    if (answer?.ok) return onBack();
    timer = setTimeout(() => void ask(Math.min(waitMs * 2, RETRY_MOST_MS)), waitMs);
  };
  timer = setTimeout(() => void ask(RETRY_FIRST_MS), RETRY_FIRST_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
