import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useWorkspace } from "../app/useWorkspace.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog, DialogClose } from "../ui/Dialog.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { type Experiment, experimentsKey } from "./queries.ts";

type DuplicateDialogProps = {
  experiment: Experiment;
  onClose: () => void;
  duplicate: (workspaceId: number, name: string) => Promise<Pick<Experiment, "id">>;
};

/** A draft with the same plan, and a flag of its own where there is one. */
export function DuplicateDialog({ experiment, onClose, duplicate }: DuplicateDialogProps) {
  const { projectId, workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState(`${experiment.name}, once more`.slice(0, 255));
  const copy = useMutation({
    mutationFn: () => duplicate(workspaceId, name),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: experimentsKey(workspaceId) });
      onClose();
      await navigate({
        to: "/p/$projectId/experiments/$experimentId",
        params: { projectId, experimentId: id },
        search: {},
      });
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Duplicate “${experiment.name}”`}
      description="A draft with the same variants, metrics and settings. A linked flag is copied too, switched off."
      footer={
        <>
          <DialogClose />
          <Button
            look="primary"
            disabled={name.trim() === ""}
            busy={copy.isPending}
            onClick={() => copy.mutate()}
          >
            Duplicate
          </Button>
        </>
      }
    >
      <Field label="Name of the copy" required>
        <TextInput value={name} maxLength={255} onChange={(event) => setName(event.target.value)} />
      </Field>
      {copy.error === null ? null : <FailureNotice failure={copy.error} />}
    </Dialog>
  );
}
