export type { DoorFailure, DoorRequest, Doors, ProjectKey } from "./authentication/door-authenticator.ts";
export { type DoorRefusal, explainDoor } from "./authentication/explain-door.ts";
export { createFailureLimit, type FailureLimit } from "./authentication/failure-limit.ts";
export type { SessionPort, SessionUser, SignedInUser } from "./authentication/session-port.ts";
export {
  type FirstPlace,
  type FirstSignIn,
  type FirstStart,
  makeFirstStart,
} from "./bootstrap/first-start.ts";
export { createProjectsRoom, type ProjectsRoom, type ProjectsRoomOptions } from "./create-projects-room.ts";
export type { SignIns } from "./deps.ts";
export type { AcceptFailure, Accepting, InspectedInvitation } from "./invitation/accept-invitation.ts";
export { type Purge, purgeDeletedProjects } from "./jobs.ts";
export { addOwner, type People, type VouchFailure } from "./user/people.ts";
