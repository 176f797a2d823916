import type { Lane, Position } from "../journal/index.ts";

export type LoaderSettings = {
  /** Bytes of journal that one transaction of the store takes, at most and at least while there is more to load. */
  batchBytesMax: number;
  batchBytesMin: number;
  /** A batch that takes longer makes the next one smaller: what came in meanwhile waits for it, in the other lane too. */
  batchMsMax: number;
  /** The same for the bulk lane: two full row groups take up to a second, and half of that is wasted on smaller ones. */
  bulkBatchMsMax: number;
  /** Time from one batch to the next, at least. A transaction costs the same for one event as for thousands. */
  gatherMs: number;
  /**
   * The same, at most. The longer a batch took, the longer the next one gathers, so that loading leaves the cores to what comes in:
   * batches of a second cost a third of the processor time of batches of a tenth. What is accepted can still be read within two.
   */
  gatherMsMax: number;
  /** The same for the bulk lane, where nobody waits for a single event: batches that fill row groups are written once, not twice. */
  bulkGatherMsMax: number;
  /** So much is company enough: nothing gathers longer. */
  gatherBytesMax: number;
  /** So many times as long as it took. */
  gatherTimes: number;
  /** Bytes of journal that a project which has to catch up takes at a time. */
  catchUpBytes: number;
  /** So often one project's part of a batch may fail before the lane goes on without that project. */
  failuresMax: number;
  /** Between two tries when the store is away. */
  retryMsMin: number;
  retryMsMax: number;
  /** How often the place reached is noted. What was loaded since is met again after a crash, and passed over. */
  noteEveryMs: number;
  /** Between two looks for projects whose rows lie out of order. */
  compactEveryMs: number;
};

const MiB = 1024 * 1024;

export const DEFAULT_LOADER_SETTINGS: LoaderSettings = {
  batchBytesMax: 40 * MiB,
  batchBytesMin: 4 * MiB,
  batchMsMax: 800,
  bulkBatchMsMax: 1_300,
  gatherMs: 200,
  gatherMsMax: 900,
  bulkGatherMsMax: 1_500,
  gatherBytesMax: 24 * MiB,
  gatherTimes: 5,
  catchUpBytes: 36 * MiB,
  failuresMax: 5,
  retryMsMin: 250,
  retryMsMax: 10_000,
  noteEveryMs: 1_000,
  compactEveryMs: 60_000,
};

/** How far each lane has been loaded. */
export type LanePositions = Record<Lane, Position>;

/** A frame the store would not take. It stays in the journal; this says which and why. */
export type SetAsideFrame = {
  lane: Lane;
  position: Position;
  projectId: number;
  kind: number;
  code: string;
  reason: string;
  at: string;
};

export type LaneStatus = {
  /** Everything up to here is in the store. */
  loaded: Position;
  /** Everything up to here is accepted. */
  accepted: Position;
  /** Since when the oldest event that is not loaded yet has been waiting. */
  waitingMs: number;
};

export type LoaderStatus = {
  /** The store's files are being looked at, as after every start: until then nobody knows whether one was lost. */
  opening: boolean;
  lanes: Record<Lane, LaneStatus>;
  /** Nothing at or before this position, of any lane, is not loaded; except for projects that are behind. */
  reached: Position;
  /** Projects that are being loaded anew. */
  behind: number[];
  setAside: number;
  /** Why nothing can be loaded at the moment. */
  stalled: string | null;
};
