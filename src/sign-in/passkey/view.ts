import type { Passkey } from "./passkeys-store.ts";

export const toPasskeyView = ({ id, name, createdAt, backedUp }: Passkey) => ({
  id,
  name: name ?? "Passkey",
  created: createdAt.toISOString(),
  /** Kept by the member's password manager rather than on one device. */
  synced: backedUp,
});
