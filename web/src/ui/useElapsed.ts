import { useEffect, useState } from "react";

const TICK_MS = 250;

/** Milliseconds since it began to run, in steps of a quarter of a second; 0 while it does not. */
export function useElapsed(running: boolean): number {
  const [elapsedMs, setElapsedMs] = useState(0);
  useEffect(() => {
    setElapsedMs(0);
    if (!running) return;
    const began = performance.now();
    const timer = setInterval(() => setElapsedMs(performance.now() - began), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  return elapsedMs;
}
