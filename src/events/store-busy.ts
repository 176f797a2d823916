/** Thrown by look-ups that could not be answered: too many wait already, or their time was up. Later they may be. */
export class StoreBusy extends Error {
  readonly code = "store_busy";

  constructor(reason: "too_many_wait" | "timed_out", options?: ErrorOptions) {
    super(
      `the event store is busy: ${reason === "timed_out" ? "time was up" : "too many wait already"}`,
      options,
    );
    this.name = "StoreBusy";
  }
}
