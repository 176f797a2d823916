import { client, take } from "../api/client.ts";
import { ApiFailure, isSignedOut } from "../api/failure.ts";
import type { Sent } from "../api/types.ts";

export type SignInStep = "code" | "done";
export type Credentials = Sent<"/api/auth/sign-in/email", "post">;

/**
 * Starts a session; its cookie is out of reach for scripts. Whether the browser kept it only asking tells: one for https alone is lost by
 * who comes without, and they would find themselves at the sign-in again without a word.
 */
export async function signIn(body: Credentials): Promise<SignInStep> {
  const { second_factor_required: isHalf } = await take(client.POST("/api/auth/sign-in/email", { body }));
  if (isHalf) return "code";
  await checkKept();
  return "done";
}

/** The second step: a code of the app, or a recovery code. */
export async function signInWithCode(code: string): Promise<void> {
  await take(client.POST("/api/auth/sign-in/second-factor", { body: { code } }));
  await checkKept();
}

async function checkKept(): Promise<void> {
  await take(client.GET("/api/app/me")).catch((cause: unknown) => {
    throw isSignedOut(cause) ? notKept() : cause;
  });
}

const notKept = (): ApiFailure =>
  new ApiFailure(
    "The password is right, but this browser did not keep the session. Allow cookies, and open this page by the very address that the server is set up for (PUBLIC_URL), which may begin with https.",
    { type: "session_not_kept", status: 401 },
  );

export const signOut = () => take(client.POST("/api/auth/sign-out"));
