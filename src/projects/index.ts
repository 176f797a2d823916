export type { DoorFailure, DoorRequest, Doors, ProjectKey } from "./authentication/door-authenticator.ts";
export { type FirstStart, makeFirstStart } from "./bootstrap/first-start.ts";
export { createProjectsRoom, type ProjectsRoom, type ProjectsRoomOptions } from "./create-projects-room.ts";
export { type Purge, purgeDeletedProjects } from "./jobs.ts";
