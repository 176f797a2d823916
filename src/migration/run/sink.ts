import type { EventRecord, LinePage } from "../origin.ts";
import type { TallyLine } from "../types.ts";

/** An event that was read, and how to make it once more: whoever is given a record owns it. */
export type Incoming = {
  /** Of its line in the slice. */
  number: number;
  line: TallyLine;
  event: EventRecord;
  again(): EventRecord;
  text: LinePage["text"];
  /** Whether its line is too short for an event that is too large. */
  isShort: boolean;
};

/** Where the events of a slice go: into the journal, or into a count. */
export type Sink = {
  /** Undefined when the next one can come at once. */
  take(incoming: Incoming): Promise<void> | undefined;
  end(): Promise<void>;
  /** Nothing more goes on. What is on its way arrives; the rest counts as not taken. */
  abandon(): Promise<void>;
  /** All of it can be read once the loader is past it. */
  readonly position: number;
  /** Known already, where that is counted here. */
  readonly duplicates: number;
};
