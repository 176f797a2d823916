export type StopCode = "timed_out" | "cancelled" | "claim_lost" | "closing";

const MESSAGES: Record<StopCode, string> = {
  timed_out: "the job took longer than it may",
  cancelled: "the job was cancelled",
  claim_lost: "the job was taken up by another node",
  closing: "this node is closing",
};

/** The reason of a run's abort signal. */
export class JobStopped extends Error {
  readonly code: StopCode;

  constructor(code: StopCode) {
    super(MESSAGES[code]);
    this.name = "JobStopped";
    this.code = code;
  }
}
