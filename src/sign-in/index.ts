export { createSessions, createSignInRoom } from "./create-sign-in-room.ts";
