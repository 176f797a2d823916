const NETWORK = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
]);
/** The event store has more questions than it can take. */
const BUSY = "store_busy";
/** SQLSTATE classes: connection trouble, shutting down or starting up, too many connections or out of resources. */
const DATABASE = /^(08|53|57P)/;
/** What the driver says without a code. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether something we depend on is away for the moment, so that the caller should try again, rather than a fault of ours. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    code === BUSY ||
    NETWORK.has(code) ||
    DATABASE.test(code) ||
    WORDS.test(error.message) ||
    isUnavailable(error.cause)
  );
}

/** A store that is busy says why; of all else that may be away, `/readyz` tells. */
export function unavailableMessage(error: Error): string {
  const isBusy = "code" in error && error.code === BUSY;
  return isBusy
    ? `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}; try again, and if it stays so, ask for less at once.`
    : "A part of the server is away for the moment (/readyz says which); try again.";
}
