export type { PlacedBatch } from "./apply-batches.ts";
export { createProfilesRoom, type ProfilesRoom, type ProfilesRoomOptions } from "./create-profiles-room.ts";
export {
  decodeUpdates,
  encodeStates,
  encodeUpdates,
  PROFILE_FRAME_KIND,
  type UpdateBatch,
  type WrittenState,
} from "./frame-codec.ts";
export { parseProperties } from "./profile-text.ts";
export type { ProfilesReader, StoredProfile } from "./profiles-reader.ts";
export type { SessionPage, SessionsStore } from "./sessions-store.ts";
export {
  PROFILE_LIMITS,
  type ProfileKey,
  type ProfileLimits,
  type ProfileUpdate,
  type Properties,
} from "./types.ts";
