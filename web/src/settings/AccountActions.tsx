import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Menu, MenuItem } from "../ui/Menu.tsx";
import type { MadeSecret } from "./AccountsPart.tsx";
import { deleteAccount, rotateAccount } from "./changes.ts";
import type { Account } from "./queries.ts";
import { useSave } from "./useSave.ts";

/** Both secrets work for a day, so that nothing stands still while the new one is put in its place. */
const OVERLAP_S = 86_400;

type AccountActionsProps = { account: Account; onSecret: (made: MadeSecret) => void };

export function AccountActions({ account, onSecret }: AccountActionsProps) {
  const { organization_id, whyNotInOrganization } = useProject();
  const [shown, setShown] = useState<"rotate" | "delete">();
  const keys = [["service-accounts", organization_id]];
  const rotate = useSave(() => rotateAccount(organization_id, account.id, OVERLAP_S), { keys });
  const remove = useSave(() => deleteAccount(organization_id, account.id), {
    keys,
    said: `${account.username} was deleted`,
  });
  const reason = whyNotInOrganization("service-accounts:write");
  const shows = (what: typeof shown) => (open: boolean) => setShown(open ? what : undefined);
  return (
    <>
      <Menu
        trigger={
          <Button size="icon" look="ghost" aria-label={`Actions for ${account.username}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => setShown("rotate")} disabledReason={reason}>
          New secret…
        </MenuItem>
        <MenuItem danger onSelect={() => setShown("delete")} disabledReason={reason}>
          Delete…
        </MenuItem>
      </Menu>
      <ConfirmDialog
        title={`A new secret for ${account.username}?`}
        confirmLabel="Make a new secret"
        open={shown === "rotate"}
        onOpenChange={shows("rotate")}
        onConfirm={async () => {
          const { token } = await rotate.mutateAsync(undefined);
          onSecret({ username: account.username, secret: token });
        }}
      >
        The secret of now goes on working for a day, so that you can put the new one in its place.
      </ConfirmDialog>
      <ConfirmDialog
        title={`Delete ${account.username}?`}
        typed={account.username}
        confirmLabel="Delete"
        open={shown === "delete"}
        onOpenChange={shows("delete")}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        Whatever uses it is refused from that moment, in every project. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
