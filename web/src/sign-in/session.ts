import { client, take } from "../api/client.ts";
import type { Sent } from "../api/types.ts";

export type Credentials = Sent<"/api/auth/sign-in/email", "post">;

/** Starts a session; its cookie is out of reach for scripts. */
export const signIn = (body: Credentials) => take(client.POST("/api/auth/sign-in/email", { body }));

export const signOut = () => take(client.POST("/api/auth/sign-out"));
