import { Ellipsis } from "lucide-react";
import { useState } from "react";
import type { GroupKey } from "../app/project-queries.ts";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Menu, MenuItem } from "../ui/Menu.tsx";
import { toast } from "../ui/toast.ts";
import { changeGroupKey, removeGroupKey } from "./changes.ts";
import { useSave } from "./useSave.ts";

export function GroupKeyActions({ groupKey }: { groupKey: GroupKey }) {
  const { projectId, whyNot } = useProject();
  const [isRemoving, setIsRemoving] = useState(false);
  const id = Number(groupKey.data_group_id);
  const keys = [
    ["group-keys", projectId],
    ["project", projectId],
  ];
  const mark = useSave((isCompany: boolean) => changeGroupKey(projectId, id, { is_company_key: isCompany }), {
    keys,
    said: `${groupKey.display_name} saved`,
  });
  const remove = useSave(() => removeGroupKey(projectId, id), {
    keys,
    said: `${groupKey.display_name} is no group key any more`,
  });
  const toggle = () =>
    mark.mutate(!groupKey.is_company_key, { onError: (cause) => toast(cause.message, { tone: "bad" }) });
  const reason = whyNot("group-keys:write");
  return (
    <>
      <Menu
        trigger={
          <Button size="icon" look="ghost" aria-label={`Actions for ${groupKey.property_name}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={toggle} disabledReason={reason}>
          {groupKey.is_company_key ? "No longer the company key" : "Make it the company key"}
        </MenuItem>
        <MenuItem danger onSelect={() => setIsRemoving(true)} disabledReason={reason}>
          Remove…
        </MenuItem>
      </Menu>
      <ConfirmDialog
        title={`Remove the group key ${groupKey.property_name}?`}
        typed={groupKey.property_name}
        confirmLabel="Remove"
        open={isRemoving}
        onOpenChange={setIsRemoving}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        Events keep the property; their groups are no longer told apart by it.
      </ConfirmDialog>
    </>
  );
}
