import type { VariantValue } from "./variant-value.ts";

export const FLAG_STATUSES = ["enabled", "disabled", "archived"] as const;
export type FlagStatus = (typeof FLAG_STATUSES)[number];

export const SERVING_METHODS = ["client", "server", "remote_or_local", "remote_only"] as const;
export type ServingMethod = (typeof SERVING_METHODS)[number];

/** Rule sets keep the names of the wire: they are stored, shown and handed to clients as they are. */
export type FlagVariant = {
  key: string;
  value: VariantValue;
  description?: string | null;
  is_control?: boolean;
  split?: number;
  is_sticky?: boolean;
};

export type Rollout = {
  name?: string | null;
  /** 0 to 1. Buckets are hundredths. */
  rollout_percentage: number;
  variant_splits: Record<string, number>;
  /** JsonLogic over the properties that the caller tells of the subject. */
  runtime_evaluation_rule?: unknown;
  /** The older form of a rule: every property must have this value. */
  runtime_evaluation_definition?: Record<string, unknown> | null;
  variant_override?: { key: string } | null;
};

export type Ruleset = {
  variants: FlagVariant[];
  rollout: Rollout[];
  test?: { users?: Record<string, string> | null } | null;
};

/** `key`: ascending by code point, as published clients evaluate. `list`: as written, for flags from before that. */
export const VARIANT_ORDERS = ["key", "list"] as const;
export type VariantOrder = (typeof VARIANT_ORDERS)[number];

export type Author = { id: number; name: string; email: string };

export type Flag = {
  id: string;
  projectId: number;
  workspaceId: number;
  key: string;
  name: string;
  description: string | null;
  status: FlagStatus;
  /** What decides the bucket: `distinct_id`, `device_id` or a group key. */
  context: string;
  servingMethod: ServingMethod;
  tags: string[];
  ruleset: Ruleset;
  variantOrder: VariantOrder;
  experimentId: string | null;
  dataGroupId: string | number | null;
  isExperimentActive: boolean | null;
  hashSalt: string | null;
  enabledAt: Date | null;
  createdAt: Date;
  modifiedAt: Date;
  archivedAt: Date | null;
  creator: Author | null;
  modifier: Author;
};
