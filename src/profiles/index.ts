export type { PlacedBatch, ResolveDistinctIds } from "./apply-batches.ts";
export { createProfilesRoom, type ProfilesRoom, type ProfilesRoomOptions } from "./create-profiles-room.ts";
export { decodeUpdates, encodeUpdates, PROFILE_FRAME_KIND, type UpdateBatch } from "./frame-codec.ts";
export {
  PROFILE_LIMITS,
  type ProfileKey,
  type ProfileLimits,
  type ProfileUpdate,
  type Properties,
} from "./types.ts";
