export { type Loader, type LoaderOptions, startLoader } from "./loader.ts";
export { largestLoaded } from "./notes.ts";
export type { ProfileFollower } from "./profiles/follow-profiles.ts";
export { PROFILE_LANE } from "./profiles/tracked-appends.ts";
export { setAsideRoutes } from "./set-aside-routes.ts";
export {
  DEFAULT_LOADER_SETTINGS,
  type LaneStatus,
  type LoaderSettings,
  type LoaderStatus,
  type SetAsideFrame,
} from "./types.ts";
export { usageRoutes } from "./usage-routes.ts";
export { waitWhileBehind } from "./wait-while-behind.ts";
