import type { Part, RawRoute } from "../../http/index.ts";
import { engageRoutes, type Limits, type SdkWire } from "../../ingestion/index.ts";
import type { Loader } from "../../loader/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { Doors } from "../../projects/index.ts";
import type { Diagnostics } from "./open-diagnostics.ts";

export type ProfileDoorsDeps = {
  loader: Pick<Loader, "profiles">;
  wire: SdkWire;
  doors: Pick<Doors, "open" | "projectOf">;
  limits: Limits;
  clock: Clock;
  metrics: Metrics;
  diagnostics: Pick<Diagnostics, "sampler" | "note">;
};

/** The doors that take updates of profiles, and how the applying of them does, for `/readyz`. */
export function openProfileDoors({ loader, wire, metrics, diagnostics, ...deps }: ProfileDoorsDeps): {
  rawRoutes: RawRoute[];
  part: Part;
} {
  const follower = loader.profiles;
  if (follower === undefined) throw new Error("profile updates would be accepted and never applied");
  const onCounted = metrics.counter(
    "profile_updates_total",
    "Updates of profiles by what became of them",
    "outcome",
  );
  metrics.gauge(
    "profiles_applied_position",
    "Position of the journal up to which profiles are applied",
    () => {
      return follower.status().applied;
    },
  );
  return {
    rawRoutes: engageRoutes(wire, {
      ...deps,
      append: follower.append,
      onCounted,
      sampler: diagnostics.sampler,
      note: diagnostics.note,
    }),
    part: {
      name: "profiles",
      check: async () => {
        const { applied, stalled } = follower.status();
        if (stalled !== null) throw new Error(`updates are accepted, and cannot be applied: ${stalled}`);
        return { applied };
      },
    },
  };
}
