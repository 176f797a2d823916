import { type Static, Type } from "typebox";
import { type Flag, FlagView, toFlagView, VariantList } from "../../flags/index.ts";
import { moment, nullable } from "../../http/index.ts";
import type { WorkspaceScope } from "../../platform/access/index.ts";
import { rightsOf } from "./access.ts";
import { MetricSchema } from "./metric-wire.ts";
import { SettingsSchema } from "./settings-wire.ts";
import { type Experiment, type Mark, STATUSES } from "./types.ts";

const Free = Type.Record(Type.String(), Type.Unknown());

export const ExperimentView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  content_type: Type.Literal("experiments"),
  description: nullable(Type.String()),
  created: moment(),
  modified: moment("Send it as `If-Match` to change nothing that somebody else changed meanwhile."),
  deleted: nullable(moment("When it was archived.")),
  pinned_date: nullable(Type.String({ description: "When you pinned it: a day." })),
  start_date: nullable(moment()),
  end_date: nullable(moment()),
  creator_id: nullable(Type.Integer()),
  creator_name: nullable(Type.String()),
  creator_email: nullable(Type.String()),
  last_modified_by_id: Type.Integer(),
  last_modified_by_name: Type.String(),
  last_modified_by_email: Type.String(),
  is_favorited: Type.Boolean(),
  tags: Type.Array(Type.String()),
  hypothesis: nullable(Type.String()),
  can_view: Type.Boolean(),
  can_update_basic: Type.Boolean(),
  can_update_restricted: Type.Boolean(),
  can_update_visibility: Type.Boolean(),
  is_superadmin: Type.Boolean(),
  allow_staff_override: Type.Boolean(),
  can_share: Type.Boolean(),
  is_shared_with_project: Type.Boolean(),
  status: Type.Enum([...STATUSES]),
  variants: VariantList,
  metrics: Type.Array(MetricSchema),
  settings: SettingsSchema,
  exposures_cache: Free,
  results_cache: Free,
  feature_flag: nullable(FlagView),
});
export type ExperimentRecord = Static<typeof ExperimentView>;

/** An experiment with what else its record shows. */
export type Seen = { experiment: Experiment; mark: Mark; flag: Flag | undefined; scope: WorkspaceScope };

export function toExperimentView({ experiment, mark, flag, scope }: Seen): ExperimentRecord {
  const rights = rightsOf(scope, experiment);
  return {
    id: experiment.id,
    name: experiment.name,
    content_type: "experiments",
    description: experiment.description,
    created: experiment.createdAt.toISOString(),
    modified: experiment.modifiedAt.toISOString(),
    deleted: experiment.archivedAt?.toISOString() ?? null,
    pinned_date: mark.pinnedOn,
    start_date: experiment.startDate?.toISOString() ?? null,
    end_date: experiment.endDate?.toISOString() ?? null,
    creator_id: experiment.creator?.id ?? null,
    creator_name: experiment.creator?.name ?? null,
    creator_email: experiment.creator?.email ?? null,
    last_modified_by_id: experiment.modifier.id,
    last_modified_by_name: experiment.modifier.name,
    last_modified_by_email: experiment.modifier.email,
    is_favorited: mark.isFavorited,
    tags: experiment.tags,
    hypothesis: experiment.hypothesis,
    can_view: rights.view,
    can_update_basic: rights.edit,
    can_update_restricted: rights.edit,
    can_update_visibility: rights.own,
    is_superadmin: false,
    allow_staff_override: false,
    can_share: rights.own,
    is_shared_with_project: experiment.isShared,
    status: experiment.status,
    variants: experiment.variants,
    metrics: experiment.metrics,
    settings: experiment.settings,
    exposures_cache: experiment.exposuresCache,
    results_cache: experiment.resultsCache,
    feature_flag: flag ? toFlagView(flag, scope.role) : null,
  };
}
