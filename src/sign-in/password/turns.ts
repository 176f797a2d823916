import { fail, ok, type Result } from "../../platform/result.ts";

export type InTurn = <Value>(work: () => Promise<Value>) => Promise<Result<Value, { code: "busy" }>>;

/**
 * Lets so many through at once and so many wait. Each password that is checked takes 32 MiB and one of the four threads that also
 * sync the journal.
 */
export function createTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): InTurn {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) return fail({ code: "busy" });
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    try {
      return ok(await work());
    } finally {
      // Whoever is next takes over the place; nobody can slip in between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
