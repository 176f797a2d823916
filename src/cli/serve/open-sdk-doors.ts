import type { RawRoute } from "../../http/index.ts";
import {
  type AcceptDeps,
  createAccept,
  createGathering,
  optionalSdkRoutes,
  type SdkWire,
  type TrackDeps,
  trackRoutes,
} from "../../ingestion/index.ts";
import type { Config } from "../../platform/config/index.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { Doors } from "../../projects/index.ts";

export type SdkDoorsDeps = AcceptDeps & {
  config: Pick<Config, "TRACK_AGE_MAX_DAYS">;
  wire: SdkWire;
  doors: Pick<Doors, "projectOf">;
  rateLimit: TrackDeps["rateLimit"];
  metrics: Metrics;
};

const DAY_MS = 86_400_000;

/** The doors of client libraries that take events. */
export function openSdkDoors({
  config,
  wire,
  doors,
  rateLimit,
  metrics,
  ...accepting
}: SdkDoorsDeps): RawRoute[] {
  const days = config.TRACK_AGE_MAX_DAYS;
  const limits = { ...accepting.limits, ageMaxMs: days === 0 ? Number.POSITIVE_INFINITY : days * DAY_MS };
  const gathering = createGathering(createAccept({ ...accepting, limits }).accept);
  const onHomeless = metrics.counter(
    "records_without_project_total",
    "Records whose token is missing or belongs to no project of this server",
    "code",
  );
  return [
    ...trackRoutes(wire, { gathering, rateLimit, projectOf: doors.projectOf, onHomeless }),
    ...optionalSdkRoutes(),
  ];
}
