/** What an erasure is at. `failed`: something stood in its way; it is tried again, and can be sent anew. */
export const ERASURE_STATES = ["waiting", "erasing", "rewriting", "checking", "done", "failed"] as const;
export type ErasureState = (typeof ERASURE_STATES)[number];

export type Erasure = {
  id: number;
  projectId: number;
  state: ErasureState;
  /** How many ids were asked for. */
  idCount: number;
  askedIds: string[] | null;
  /** All ids of those persons; null until they are known, and again once the persons are gone. */
  ids: string[] | null;
  /** Stretches of the journal that cannot be read go as well: nobody can tell whom they are about. */
  discardsDamaged: boolean;
  /** Everything up to this place in the journal goes. */
  position: number | null;
  segmentsTotal: number | null;
  segmentsDone: number;
  erased: ErasedCounts;
  /** What the last look found, everywhere; null before it. */
  remains: number | null;
  error: string | null;
  requestedBy: string;
  requestedAt: Date;
  finishedAt: Date | null;
};

export type ErasedCounts = {
  events: number;
  profiles: number;
  links: number;
  /** In the journal: rows of events, and updates of profiles. */
  rows: number;
  updates: number;
  samples: number;
};

export const IDS_MAX = 1000;
