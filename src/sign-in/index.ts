export { createSessions, createSignInRoom } from "./create-sign-in-room.ts";
export { prepareFirstSignIn } from "./links/first-sign-in.ts";
