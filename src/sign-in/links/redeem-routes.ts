import { type RawAnswer, type RawRequest, type RawRoute, rawRoute } from "../../http/index.ts";
import {
  answer,
  clientOf,
  readTexts,
  refuse,
  refuseBusy,
  refuseForeign,
  refuseShell,
  tooMany,
} from "../answers-wire.ts";
import type { SignInDeps } from "../deps.ts";
import { libraryFor } from "../library-wire.ts";
import { INSPECT_LINK, REDEEM_LINK } from "../operations.ts";
import { signInWithPassword } from "../password/password-library.ts";
import { explainPassword } from "../password/password-rule.ts";
import { inspectLink, type RedeemFailure, redeemLink } from "./redeem-link.ts";

const common = { method: "POST", bodyMaxBytes: 16_384, tag: "Sign-in", refuse: refuseShell } as const;

/** What the page behind a sign-in link asks. The token comes in the body: addresses are logged. */
export const redeemRoutes = (deps: SignInDeps): RawRoute[] => [
  rawRoute({
    ...common,
    urls: ["/api/app/sign-in-links/inspect"],
    operation: INSPECT_LINK,
    async handle(_entered, request, bytes) {
      const body = readTexts(request, bytes, ["token"]);
      if (!body.ok) return body.failure;
      const found = await inspectLink(deps, body.value.token);
      if (!found.ok) return refuseRedeem(deps, request, found.failure);
      const { link, user } = found.value;
      return answer({
        user: user && { id: user.id, name: user.name, email: user.email },
        expires: link.expiresAt.toISOString(),
      });
    },
  }),
  rawRoute({
    ...common,
    urls: ["/api/app/sign-in-links/redeem"],
    operation: REDEEM_LINK,
    handle: (_entered, request, bytes) => redeem(deps, request, bytes),
  }),
];

async function redeem(deps: SignInDeps, request: RawRequest, bytes: Buffer | undefined): Promise<RawAnswer> {
  if (!request.page().isOwn) return refuseForeign();
  const body = readTexts(request, bytes, ["token", "password"], ["name", "email"]);
  if (!body.ok) return body.failure;
  const { id: requestId, clientAddress } = request;
  const redeemed = await redeemLink(deps, { requestId, clientAddress }, body.value);
  if (!redeemed.ok) return refuseRedeem(deps, request, redeemed.failure);
  const { id, name, email } = redeemed.value;
  const begun = await deps.inTurn(() =>
    signInWithPassword(libraryFor(deps, request), id, body.value.password, clientOf(request)),
  );
  // The password is set; a member who cannot be signed in at once signs in by hand, or with the second factor.
  const { cookies, needsSecondFactor } =
    begun.ok && begun.value.ok ? begun.value.value : { cookies: [], needsSecondFactor: false };
  return answer({ user: { id, name, email }, second_factor_required: needsSecondFactor }, cookies);
}

function refuseRedeem(deps: SignInDeps, request: RawRequest, failure: RedeemFailure): RawAnswer {
  const { code } = failure;
  switch (code) {
    case "unknown_link":
      return (
        tooMany(deps, request) ??
        refuse(404, code, "token: this link is not known here. Ask for a new one.", { field: "token" })
      );
    case "link_used":
      return refuse(
        410,
        code,
        "token: this link was used, withdrawn or replaced by a newer one, or its maker may not let you in any more. Sign in, or ask for a new one.",
        {
          field: "token",
        },
      );
    case "link_expired":
      return refuse(410, code, "token: this link has expired after 24 hours. Ask for a new one.", {
        field: "token",
      });
    case "busy":
      return refuseBusy();
    case "password_length":
    case "password_common":
      return refuse(400, code, explainPassword("password", { code }), { field: "password" });
    case "name_invalid":
      return refuse(400, code, "name: must have 1 to 255 characters.", { field: "name" });
    case "email_invalid":
      return refuse(400, code, "email: must be an e-mail address.", { field: "email" });
    case "email_fixed":
      return refuse(400, code, "email: cannot be changed by this link; leave it out.", { field: "email" });
    case "email_taken":
      return refuse(
        409,
        code,
        "email: somebody has this address already; sign in with it, or choose another.",
        {
          field: "email",
        },
      );
  }
}
