import type { Author, FlagVariant } from "../../flags/index.ts";
import type { Metric } from "./metric-wire.ts";
import type { Settings } from "./settings-wire.ts";

export const STATUSES = ["draft", "active", "concluded", "success", "fail"] as const;
export type Status = (typeof STATUSES)[number];

/** Answers that stand in the place of a variant. */
export const NO_VARIANT = "__no_variant_shipped__";
export const DEFER_VARIANT = "__defer_variant_decision__";

/** Like a flag's, with everything said. */
export type Variant = Required<FlagVariant>;

/** Caches keep the names of the wire; keys that begin with `$`, and those of the decision, are the server's own. */
export type Cache = { [key: string]: unknown };

export type Experiment = {
  id: string;
  projectId: number;
  workspaceId: number;
  name: string;
  description: string | null;
  hypothesis: string | null;
  status: Status;
  tags: string[];
  variants: Variant[];
  metrics: Metric[];
  settings: Settings;
  exposuresCache: Cache;
  resultsCache: Cache;
  isShared: boolean;
  startDate: Date | null;
  endDate: Date | null;
  createdAt: Date;
  modifiedAt: Date;
  archivedAt: Date | null;
  creator: Author | null;
  modifier: Author;
};

/** What one caller thinks of an experiment. */
export type Mark = { isFavorited: boolean; pinnedOn: string | null };
