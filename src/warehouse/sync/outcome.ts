import type { Position } from "../../journal/index.ts";
import { ConnectorError } from "../connector.ts";
import type { Progress, Run } from "../types.ts";
import type { Tracker } from "./tracker.ts";

/** What a mode has done: how far it got, what it was, and where its last change lies in the journal. */
export type SyncOutcome = {
  kind: NonNullable<Run["kind"]>;
  progress: Partial<Progress>;
  position: Position;
  cursorFrom?: string | null;
  cursorTo?: string | null;
  /** What the store counted for the run decides how many rows were new: set where rows were sent. */
  settles: "as_sent" | "as_counted";
};

const FAILED_RATIO_MAX = 0.2;
const FAILED_MIN = 100;

/** A few bad rows are listed; many are a sign that the table is not what the import takes it for. */
export function refuseTooManyFailed({ counts }: Tracker): void {
  const { failed, read } = counts;
  if (failed < FAILED_MIN || failed <= read * FAILED_RATIO_MAX) return;
  throw new ConnectorError("too_many_failed_rows", `${failed} of ${read} rows could not be imported`);
}
