import type { DuckDBConnection } from "@duckdb/node-api";

/** DuckDB forgets an interruption that comes before the statement has begun: it is told again until it listens. */
const INTERRUPT_EVERY_MS = 20;

/** Ends what a connection is at when the signal comes. */
export function startInterrupting(reader: DuckDBConnection, stop: AbortSignal): { end(): void } {
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    reader.interrupt();
    timer = setInterval(() => reader.interrupt(), INTERRUPT_EVERY_MS);
  };
  stop.addEventListener("abort", begin, { once: true });
  return {
    end() {
      stop.removeEventListener("abort", begin);
      clearInterval(timer);
    },
  };
}
