import type { SessionClaim } from "../../http/index.ts";

/** Who is behind a browser's session; the sign-in room answers. */
export type SessionPort = {
  /** Undefined: nobody, or somebody whose session has ended. */
  find(claim: SessionClaim): Promise<SessionUser | undefined>;
};

export type SignedInUser = { id: number; name: string; email: string };
export type SessionUser = SignedInUser & {
  /** Whether a second factor or a passkey took part in the sign-in. */
  secondFactor: boolean;
};
