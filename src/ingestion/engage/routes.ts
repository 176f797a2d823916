import type { RawRoute } from "../../http/index.ts";
import { type SdkWire, sdkRoutes } from "../sdk/routes.ts";
import { engageOperations, groupsOperations } from "./operations.ts";
import { type EngageDeps, runEngage } from "./run-engage.ts";

/** The doors of profiles. */
export const engageRoutes = (wire: SdkWire, deps: EngageDeps): RawRoute[] => [
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
