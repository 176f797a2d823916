import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useSignOut } from "../app/useSignOut.ts";
import { Button } from "../ui/Button.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Notice } from "../ui/Notice.tsx";
import { type Acceptance, acceptInvitation, forgetToken, type Invitation, keepToken } from "./invitations.ts";
import { NewAccountForm } from "./NewAccountForm.tsx";

/** What the holder of the link has to do, by who is signed in here. Whether the address has an account, only its owner knows. */
export function AcceptInvitation({ token, invitation }: { token: string; invitation: Invitation }) {
  const accept = useAccept();
  const { email, signed_in_as: signedInAs } = invitation;
  const isOther = signedInAs !== null && signedInAs.toLowerCase() !== email.toLowerCase();
  if (isOther) return <OtherAccount email={email} signedInAs={signedInAs} />;
  if (signedInAs === null)
    return (
      <>
        <NewAccountForm
          email={email}
          suggestedName={invitation.name ?? ""}
          isBusy={accept.isPending}
          failure={accept.error}
          onSubmit={(entries) => accept.mutate({ token, ...entries })}
        />
        <HaveAccount token={token} />
      </>
    );
  return (
    <div className="space-y-4">
      {accept.error === null ? null : (
        <FailureNotice failure={accept.error} title="The invitation was not accepted" />
      )}
      <Button
        look="primary"
        className="w-full justify-center"
        busy={accept.isPending}
        onClick={() => accept.mutate({ token })}
        data-testid="invitation.accept"
      >
        Accept and join
      </Button>
      <p className="text-xs text-ink-faint">You are signed in as {signedInAs}.</p>
    </div>
  );
}

function useAccept() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Acceptance) => acceptInvitation(body),
    onSuccess: async ({ project_id: projectId }) => {
      forgetToken();
      queryClient.clear();
      if (projectId === null) await navigate({ to: "/projects", replace: true });
      else await navigate({ to: "/p/$projectId/home", params: { projectId }, replace: true });
    },
  });
}

function HaveAccount({ token }: { token: string }) {
  const navigate = useNavigate();
  return (
    <div className="mt-4 space-y-3 border-t border-line pt-4">
      <p className="text-ink-soft">Already have an account with this address? Sign in to accept.</p>
      <Button
        className="w-full justify-center"
        data-testid="invitation.sign-in"
        onClick={() => {
          keepToken(token);
          void navigate({ to: "/sign-in", search: { return: "/sign-in/invitation" } });
        }}
      >
        Sign in
      </Button>
    </div>
  );
}

function OtherAccount({ email, signedInAs }: { email: string; signedInAs: string }) {
  const signOut = useSignOut();
  return (
    <div className="space-y-4" data-testid="invitation.other-account">
      <Notice tone="warn" title="This invitation is for another account">
        It is for <span className="wrap-anywhere">{email}</span>. You are signed in as{" "}
        <span className="wrap-anywhere">{signedInAs}</span>. Sign out, then open the link again.
      </Notice>
      <Button className="w-full justify-center" busy={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out
      </Button>
    </div>
  );
}
