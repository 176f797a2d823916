import type { SessionClaim } from "../../http/index.ts";

/** Who is behind a browser's session; the sign-in room answers. */
export type SessionPort = {
  /** Undefined: nobody, or somebody whose session has ended. */
  find(claim: SessionClaim): Promise<SignedInUser | undefined>;
};

export type SignedInUser = { id: number; name: string; email: string };
