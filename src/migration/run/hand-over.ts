import { untilTaken } from "../../ingestion/index.ts";

const giveUp = (code: string): Error => new Error(`nothing can be accepted: ${code}`);

/** Comes again until it is taken. A run that gives up is taken up again as a whole. */
export const handOver = <Value>(
  work: Parameters<typeof untilTaken<Value>>[0],
  signal: AbortSignal,
): Promise<Value> => untilTaken(work, signal, giveUp);
