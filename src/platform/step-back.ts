import { getPriority, setPriority } from "node:os";

const NICE = 10;

/**
 * This thread takes what the others of the process leave of the cores. Only Linux gives a thread a priority of its own; elsewhere the
 * whole process would step back.
 */
export function stepBack(): void {
  if (process.platform !== "linux") return;
  try {
    if (getPriority(0) < NICE) setPriority(0, NICE);
  } catch {
    // A sandbox may forbid it, and the work is the same without it.
  }
}
