const REASONS = {
  too_many_wait: "too many questions wait already",
  timed_out: "the question took too long",
  too_large: "the question needs more memory than the store may take",
  loading_anew: "the project is being loaded anew, and only a part of it is there",
} as const;

/** Thrown by reads that cannot be answered for the moment. Later they may be. */
export class StoreBusy extends Error {
  readonly code = "store_busy";

  constructor(reason: keyof typeof REASONS, options?: ErrorOptions) {
    super(`the event store is busy: ${REASONS[reason]}`, options);
    this.name = "StoreBusy";
  }
}
