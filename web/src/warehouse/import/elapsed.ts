import type { Run } from "../queries.ts";

/** How long a run has taken, or took: "4 s", "3 min 20 s". */
export function elapsedWords(
  { start_time: start, end_time: end }: Pick<Run, "start_time" | "end_time">,
  nowMs: number,
): string {
  return start === null ? "" : secondsWords(Math.max(0, Math.round(((end ?? nowMs) - start) / 1000)));
}

export function secondsWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
