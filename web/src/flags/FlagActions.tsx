import { useNavigate } from "@tanstack/react-router";
import { Archive, Ellipsis, Trash2 } from "lucide-react";
import { useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Menu, MenuItem } from "../ui/Menu.tsx";
import { toast } from "../ui/toast.ts";
import { bodyOf, deleteFlag, replaceFlag } from "./changes.ts";
import { FlagSwitch } from "./FlagSwitch.tsx";
import type { Flag } from "./queries.ts";
import { useFlagChange } from "./useFlagChange.ts";

/** On and off, and the ways out. */
export function FlagActions({ flag }: { flag: Flag }) {
  const { projectId, whyNot } = useProject();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const remove = useFlagChange((place) => deleteFlag(place, flag));
  const keep = useFlagChange((place, status: Flag["status"]) =>
    replaceFlag(place, flag, { ...bodyOf(flag), status }),
  );
  const reason = whyNot("flags:write");
  const active = flag.is_experiment_active
    ? "Its experiment is active; conclude or decide it first."
    : undefined;
  const isArchived = flag.status === "archived";
  return (
    <>
      {isArchived ? null : <FlagSwitch flag={flag} />}
      <Menu
        trigger={
          <Button size="icon" aria-label="More actions" data-testid="flags.more">
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem
          icon={<Archive aria-hidden />}
          disabledReason={reason ?? (isArchived ? undefined : active)}
          onSelect={() =>
            keep.mutate(isArchived ? "disabled" : "archived", {
              onSuccess: () => toast(isArchived ? "Brought back, switched off" : "Archived"),
              onError: (cause) => toast(cause.message, { tone: "bad" }),
            })
          }
        >
          {isArchived ? "Bring back" : "Archive"}
        </MenuItem>
        <MenuItem
          danger
          icon={<Trash2 aria-hidden />}
          disabledReason={reason ?? active}
          onSelect={() => setDeleting(true)}
        >
          Delete
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete “${flag.name}”?`}
        typed={flag.key}
        confirmLabel="Delete 1 flag"
        onConfirm={async () => {
          await remove.mutateAsync(undefined);
          await navigate({ to: "/p/$projectId/flags", params: { projectId } });
        }}
        data-testid="flags.delete-dialog"
      >
        1 flag is deleted, which cannot be undone: a new one of the same key deals everybody anew. Clients
        fall back from their next request on.
      </ConfirmDialog>
    </>
  );
}
