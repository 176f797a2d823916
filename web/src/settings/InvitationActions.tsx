import { useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { withdrawInvitation } from "./changes.ts";
import type { Invitation } from "./queries.ts";
import { useSave } from "./useSave.ts";

export function InvitationActions({ invitation: { id, email } }: { invitation: Invitation }) {
  const { organization_id, whyNotInOrganization } = useProject();
  const [isAsking, setIsAsking] = useState(false);
  const withdraw = useSave(() => withdrawInvitation(organization_id, id), {
    keys: [["invitations", organization_id]],
    said: `The invitation of ${email} is withdrawn`,
  });
  return (
    <>
      <Button
        size="sm"
        look="ghost"
        aria-label={`Withdraw the invitation of ${email}`}
        disabledReason={whyNotInOrganization("users:write")}
        onClick={() => setIsAsking(true)}
        data-testid="settings.withdraw"
      >
        Withdraw
      </Button>
      <ConfirmDialog
        title={`Withdraw the invitation of ${email}?`}
        confirmLabel="Withdraw"
        open={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => withdraw.mutateAsync(undefined)}
      >
        The link stops working at once. They can be invited again.
      </ConfirmDialog>
    </>
  );
}
