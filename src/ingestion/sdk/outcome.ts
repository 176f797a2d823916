/** `profiles` also tells the number of good records, which the bulk loader reads. */
export type Dialect = "events" | "profiles";

/** Why one record of a batch was not taken, at its place in the batch as it was sent. */
export type SdkRefusal = { index: number; insertId?: string; field: string; message: string };

/** What became of a request: its records were looked at one by one, or nothing of it was taken. */
export type SdkOutcome =
  | { kind: "taken"; accepted: number; refused: readonly SdkRefusal[] }
  | { kind: "failed"; status: number; error: string; headers?: Record<string, string> };

/** How the reading of a text may end. No promise: single events come by the ten thousand. */
export type TextEnd = {
  done(outcome: SdkOutcome): void;
  /** It has to be parsed after all; nothing has been done. */
  unread(): void;
  broke(cause: unknown): void;
};
