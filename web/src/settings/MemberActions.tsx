import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Menu, MenuItem } from "../ui/Menu.tsx";
import { toast } from "../ui/toast.ts";
import { makeSignInLink, removeMember } from "./changes.ts";
import { MemberRoles } from "./MemberRoles.tsx";
import type { MadeLink } from "./OneTimeLink.tsx";
import type { Member } from "./queries.ts";
import { useSave } from "./useSave.ts";

type Shown = "roles" | "remove" | undefined;

export function MemberActions({ member, onLink }: { member: Member; onLink: (link: MadeLink) => void }) {
  const { organization_id, whyNotInOrganization } = useProject();
  const [shown, setShown] = useState<Shown>();
  const keys = [["members", organization_id]];
  const remove = useSave(() => removeMember(organization_id, member.id), {
    keys,
    said: `${member.name} has no access any more`,
  });
  const makeLink = () =>
    makeSignInLink(organization_id, member.id).then(
      ({ link, expires }) => onLink({ kind: "sign-in", who: member.name, link, expires }),
      (cause: Error) => toast(cause.message, { tone: "bad" }),
    );
  const reason = whyNotInOrganization("users:write");
  const close = () => setShown(undefined);
  return (
    <>
      <Menu
        trigger={
          <Button size="icon" look="ghost" aria-label={`Actions for ${member.name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => setShown("roles")} disabledReason={reason}>
          Change roles…
        </MenuItem>
        <MenuItem onSelect={() => void makeLink()} disabledReason={reason}>
          Make a sign-in link
        </MenuItem>
        <MenuItem danger onSelect={() => setShown("remove")} disabledReason={reason}>
          Remove…
        </MenuItem>
      </Menu>
      {shown === "roles" ? <MemberRoles member={member} onClose={close} /> : null}
      <ConfirmDialog
        title={`Remove ${member.name}?`}
        typed={member.email}
        confirmLabel="Remove"
        open={shown === "remove"}
        onOpenChange={(open) => open || close()}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        They lose access to all projects of this organization at once. They can be invited again.
      </ConfirmDialog>
    </>
  );
}
