import type { Lineage } from "../../events/index.ts";
import type { Lane, Position } from "../../journal/index.ts";
import type { DropCode, Refusal, RefusalCode, RepairCode } from "../codes.ts";
import type { Sample } from "../diagnostics/sampler.ts";
import type { TextState } from "../draft.ts";
import type { CountedViolation } from "./violation-tally.ts";

/** For which project, from where, and how strictly. */
export type AcceptScope = {
  projectId: number;
  /** Visitors and servers write to `live`; whatever pulls large amounts by itself writes to `bulk`. */
  lane: Lane;
  lineage: Lineage;
  /** Refuse what is not right, or mend what can be mended and leave out the rest. */
  strict: boolean;
  /** Id of records that have none, where the client asked for one. */
  anonymousId?: string | undefined;
};

/**
 * Records as they were read. `accept` owns them from here on, takes out of them what is not stored, and lets go of
 * them before it waits for the disk.
 */
export type RecordBatch = {
  /** One that has not been parsed yet is a `RecordText`. */
  records: unknown[];
  text: TextState;
  sizeIsSound: boolean;
  /** Which row of its import each record was made from, where the import may take it back. */
  rowKeys?: readonly string[] | undefined;
};

export type RefusedRecord = { index: number; insertId: string; refusal: Refusal };

/** How often each thing happened to the records of a batch. */
export type Counts = Partial<Record<RefusalCode | DropCode | RepairCode, number>>;

/** What became of a batch. It is in the journal, and synced, before its receipt is given. */
export type Receipt = {
  /** Records that were fine, those among them included that are not stored because somebody said so. */
  accepted: number;
  refused: RefusedRecord[];
  /** Texts among the records that have to be parsed first, by their places: nothing was done about them. */
  unread: readonly number[];
  counts: Counts;
  /** Where the batch ends in the journal: once the loader is past it, all of it can be read. Undefined: nothing to store. */
  position: Position | undefined;
  /** A few of the records that were refused, left out or mended, where somebody keeps them. */
  samples?: readonly Sample[];
  /** What about its events is not as the dictionary declares it. */
  violations?: readonly CountedViolation[];
};
