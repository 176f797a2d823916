import { useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog, DialogClose } from "../ui/Dialog.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { Select } from "../ui/Select.tsx";
import { changeMember } from "./changes.ts";
import type { Member } from "./queries.ts";
import { ORGANIZATION_ROLE_CHOICES, PROJECT_ROLE_CHOICES, type ProjectRole, projectRoleOf } from "./roles.ts";
import { useSave } from "./useSave.ts";

export function MemberRoles({ member, onClose }: { member: Member; onClose: () => void }) {
  const { organization_id, projectId, name } = useProject();
  const [role, setRole] = useState(member.role);
  const [here, setHere] = useState<ProjectRole | "">(projectRoleOf(member.projects, projectId) ?? "");
  const save = useSave(
    async () => {
      const projects = [{ id: projectId, role: here === "" ? null : here }];
      await changeMember(organization_id, member.id, { role, projects });
      onClose();
    },
    { keys: [["members", organization_id], ["me"]], said: `Roles of ${member.name} saved` },
  );
  return (
    <Dialog
      title={`Roles of ${member.name}`}
      open
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <DialogClose />
          <Button
            look="primary"
            busy={save.isPending}
            onClick={() => save.mutate(undefined)}
            data-testid="roles.save"
          >
            Save
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Field label="Role in the organization" required>
          <Select choices={ORGANIZATION_ROLE_CHOICES} value={role} onChoose={setRole} />
        </Field>
        <Field label={`Role in ${name}`} required hint="The wider of the two counts.">
          <Select choices={PROJECT_ROLE_CHOICES} value={here} onChoose={setHere} />
        </Field>
        {save.error === null ? null : (
          <FailureNotice failure={save.error} title="The roles were not changed" />
        )}
      </div>
    </Dialog>
  );
}
