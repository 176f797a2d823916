import { client, take } from "../api/client.ts";
import { ApiFailure } from "../api/failure.ts";

/** Browsers offer passkeys to pages of https and of localhost only. */
export const hasPasskeys = (): boolean => window.isSecureContext && "PublicKeyCredential" in window;

type Options = Parameters<typeof import("@simplewebauthn/browser").startRegistration>[0]["optionsJSON"];
type RequestOptions = Parameters<
  typeof import("@simplewebauthn/browser").startAuthentication
>[0]["optionsJSON"];

export async function addPasskey({ password, name }: { password: string; name: string }): Promise<void> {
  const { options } = await take(client.POST("/api/auth/passkeys/prepare", { body: { password } }));
  const { startRegistration } = await import("@simplewebauthn/browser");
  const made = await byDevice(startRegistration({ optionsJSON: options as unknown as Options }));
  await take(client.POST("/api/auth/passkeys/add", { body: { name, response: JSON.stringify(made) } }));
}

export const removePasskey = (id: number) =>
  take(client.POST("/api/auth/passkeys/remove", { body: { id: String(id) } }));

export async function signInWithPasskey(): Promise<void> {
  const { options } = await take(client.POST("/api/auth/sign-in/passkey/prepare"));
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const made = await byDevice(startAuthentication({ optionsJSON: options as unknown as RequestOptions }));
  await take(client.POST("/api/auth/sign-in/passkey", { body: { response: JSON.stringify(made) } }));
}

/** The browser's own errors are for programmers. */
async function byDevice<Made>(making: Promise<Made>): Promise<Made> {
  try {
    return await making;
  } catch (cause) {
    const isCancelled = cause instanceof Error && cause.name === "NotAllowedError";
    const isKnown = cause instanceof Error && cause.name === "InvalidStateError";
    const words = isKnown
      ? "This device has a passkey for your account already."
      : isCancelled
        ? "Cancelled, or the device did not respond in time. Try again."
        : "This device could not use a passkey. Try another one, or your password.";
    throw new ApiFailure(words, { type: "passkey_not_made", status: 400 });
  }
}
