import type { RawRoute } from "../../http/index.ts";
import { forwardClock } from "../../platform/clock.ts";
import { type SdkWire, sdkRoutes } from "../sdk/routes.ts";
import { engageOperations, groupsOperations } from "./operations.ts";
import { type EngageDeps, runEngage } from "./run-engage.ts";

/** The doors of profiles. Both by one clock that never goes back: a value that is set later is of a later time. */
export const engageRoutes = (wire: SdkWire, { clock, ...more }: EngageDeps): RawRoute[] =>
  routesOf(wire, { ...more, clock: forwardClock(clock) });

const routesOf = (wire: SdkWire, deps: EngageDeps): RawRoute[] => [
  ...sdkRoutes(wire, {
    url: "/engage",
    dialect: "profiles",
    operations: engageOperations(wire.limits),
    run: (batch) => runEngage(deps, "engage", batch),
  }),
  ...sdkRoutes(wire, {
    url: "/groups",
    dialect: "profiles",
    operations: groupsOperations(wire.limits),
    run: (batch) => runEngage(deps, "groups", batch),
  }),
];
