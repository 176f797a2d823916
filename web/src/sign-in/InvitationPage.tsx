import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { refusalAt } from "../api/failure.ts";
import { buttonClass } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { QueryState } from "../ui/QueryState.tsx";
import { AcceptInvitation } from "./AcceptInvitation.tsx";
import { EntrancePage } from "./EntrancePage.tsx";
import { type Invitation, invitationQuery, readToken } from "./invitations.ts";

/** Where an invite link leads: its token stands behind the `#`, which browsers do not send. */
export function InvitationPage() {
  const { hash } = useLocation();
  const token = readToken(hash);
  return (
    <EntrancePage title="Join an organization">
      {token === "" ? (
        <Notice tone="bad" title="This link is incomplete">
          Copy it again with everything after the # sign.
        </Notice>
      ) : (
        <InvitationBody token={token} />
      )}
    </EntrancePage>
  );
}

function InvitationBody({ token }: { token: string }) {
  const invitation = useQuery(invitationQuery(token));
  const refusal = refusalAt(invitation.error, "token");
  if (refusal !== undefined)
    return (
      <div className="space-y-4" data-testid="invitation.refused">
        <Notice tone="bad" title="This invitation cannot be used">
          {refusal}
        </Notice>
        <Link to="/sign-in" className={`w-full justify-center ${buttonClass("secondary")}`}>
          Sign in
        </Link>
      </div>
    );
  return (
    <QueryState query={invitation} failedTitle="The invitation could not be loaded">
      {(shown) => (
        <div className="space-y-4">
          <InvitationFacts invitation={shown} />
          <AcceptInvitation token={token} invitation={shown} />
        </div>
      )}
    </QueryState>
  );
}

const InvitationFacts = ({ invitation }: { invitation: Invitation }) => (
  <div data-testid="invitation.facts">
    <p>
      <strong className="font-semibold wrap-anywhere">{invitation.inviter}</strong> invites{" "}
      <span className="wrap-anywhere">{invitation.email}</span> to{" "}
      <strong className="font-semibold wrap-anywhere">{invitation.organization.name}</strong>.
    </p>
    <dl className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 rounded-lg bg-sunken px-3 py-2">
      <Role of="Organization" role={invitation.role} />
      {invitation.projects.map(({ id, name, role }) => (
        <Role key={id} of={name} role={role} />
      ))}
    </dl>
  </div>
);

const Role = ({ of, role }: { of: string; role: string }) => (
  <>
    <dt className="text-ink-soft wrap-anywhere">{of}</dt>
    <dd>{role}</dd>
  </>
);
