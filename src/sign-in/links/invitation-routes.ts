import { type RawAnswer, type RawRequest, type RawRoute, rawRoute } from "../../http/index.ts";
import type { SignedInUser } from "../../projects/index.ts";
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
import { signInWithPassword } from "../password/password-library.ts";
import { explainPassword } from "../password/password-rule.ts";
import { type AcceptInvitationFailure, acceptInvitation } from "./accept-invitation.ts";
import { ACCEPT_INVITATION, INSPECT_INVITATION } from "./invitation-operations.ts";

const common = { method: "POST", bodyMaxBytes: 16_384, tag: "Sign-in", refuse: refuseShell } as const;

/** What the page behind an invitation asks. The token comes in the body: addresses are logged. */
export const invitationRoutes = (deps: SignInDeps): RawRoute[] => [
  rawRoute({
    ...common,
    urls: ["/api/app/invitations/inspect"],
    operation: INSPECT_INVITATION,
    handle: (_entered, request, bytes) => inspect(deps, request, bytes),
  }),
  rawRoute({
    ...common,
    urls: ["/api/app/invitations/accept"],
    operation: ACCEPT_INVITATION,
    handle: (_entered, request, bytes) => accept(deps, request, bytes),
  }),
];

async function inspect(deps: SignInDeps, request: RawRequest, bytes: Buffer | undefined): Promise<RawAnswer> {
  const body = readTexts(request, bytes, ["token"]);
  if (!body.ok) return body.failure;
  const found = await deps.invitations.inspect(body.value.token, new Date(deps.clock.now()));
  if (!found.ok) return refuseInvitation(deps, request, found.failure);
  const { invitation, organization, projects } = found.value;
  const { email, name, role, inviterName: inviter, expiresAt } = invitation;
  return answer({
    ...{ organization, inviter, email, name, role, projects },
    expires: expiresAt.toISOString(),
    signed_in_as: (await signedInAs(deps, request))?.email ?? null,
  });
}

async function accept(deps: SignInDeps, request: RawRequest, bytes: Buffer | undefined): Promise<RawAnswer> {
  if (!request.page().isOwn) return refuseForeign();
  const body = readTexts(request, bytes, ["token"], ["name", "password"]);
  if (!body.ok) return body.failure;
  const { token, ...given } = body.value;
  const { id: requestId, clientAddress } = request;
  const signedIn = await signedInAs(deps, request);
  const accepted = await acceptInvitation(deps, { requestId, clientAddress }, token, signedIn, given);
  if (!accepted.ok) return refuseInvitation(deps, request, accepted.failure, signedIn);
  const { user, invitation, isNew } = accepted.value;
  const results = { organization: invitation.organization, project_id: invitation.projects[0]?.id ?? null };
  if (!isNew) return answer(results);
  const begun = await deps.inTurn(() =>
    signInWithPassword(libraryFor(deps, request), user.id, given.password ?? "", clientOf(request)),
  );
  // The account stands: without a session its owner signs in by hand.
  return answer(results, begun.ok && begun.value.ok ? begun.value.value.cookies : []);
}

async function signedInAs(
  { access }: Pick<SignInDeps, "access">,
  { clientAddress, session }: RawRequest,
): Promise<SignedInUser | undefined> {
  if (session === undefined) return undefined;
  const found = await access.authenticate(undefined, clientAddress, session);
  return found.ok ? found.value : undefined;
}

function refuseInvitation(
  deps: SignInDeps,
  request: RawRequest,
  failure: AcceptInvitationFailure,
  signedIn?: SignedInUser,
): RawAnswer {
  const { code } = failure;
  const atToken = { field: "token" };
  switch (code) {
    case "unknown_link":
      return (
        tooMany(deps, request) ??
        refuse(404, code, "token: this invitation is not known here. Ask for a new one.", atToken)
      );
    case "link_used":
      return refuse(
        410,
        code,
        "token: this invitation was accepted, withdrawn or replaced by a newer one, or its sender may not invite any more. Ask for a new one.",
        atToken,
      );
    case "link_expired":
      return refuse(410, code, "token: this invitation has expired. Ask for a new one.", atToken);
    case "sign_in_first":
      return refuse(401, code, `${failure.email} has an account: sign in with it, then accept.`);
    case "other_account":
      return refuse(
        403,
        code,
        `This invitation is for ${failure.email}; you are signed in as ${signedIn?.email ?? "somebody else"}. Sign out first.`,
      );
    case "busy":
      return refuseBusy();
    case "password_length":
    case "password_common":
      return refuse(400, code, explainPassword("password", { code }), { field: "password" });
    case "name_invalid":
      return refuse(400, code, "name: must have 1 to 255 characters.", { field: "name" });
  }
}
