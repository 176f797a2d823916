import type { RawAnswer, RawRequest } from "../http/index.ts";
import { type AccountScope, SESSION_ENDED } from "../platform/access/index.ts";
import { fail, ok, type Result } from "../platform/result.ts";
import { refuse, refuseForeign } from "./answers-wire.ts";
import type { SignInDeps } from "./deps.ts";

/** The member who asks from one of our own pages; service accounts have no password and no second factor. */
export async function enterBySession(
  { access }: Pick<SignInDeps, "access">,
  { clientAddress, session, id: requestId }: RawRequest,
): Promise<Result<AccountScope, RawAnswer>> {
  const principal = await access.authenticate(undefined, clientAddress, session);
  if (!principal.ok)
    return fail(principal.failure.code === "foreign_page" ? refuseForeign() : refuseNobody());
  return ok({ principal: principal.value, origin: { requestId, clientAddress } });
}

export const refuseNobody = (): RawAnswer => refuse(401, "unauthenticated", SESSION_ENDED);
