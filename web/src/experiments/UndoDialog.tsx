import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Dialog, DialogClose } from "../ui/Dialog.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { Textarea } from "../ui/Textarea.tsx";
import { undoDecision } from "./changes.ts";
import type { Experiment } from "./queries.ts";
import { useChange } from "./useChange.ts";

/** Takes a decision off the record, with a reason that the audit log keeps. */
export function UndoDialog({ experiment, onClose }: { experiment: Experiment; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const undo = useChange(
    (workspaceId) => undoDecision(workspaceId, experiment, reason.trim()),
    "Decision undone",
  );
  const { feature_flag: flag } = experiment;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Undo this decision?"
      description={`1 decision leaves the record and stays in the ledger; it can be decided again.${
        flag === null ? "" : ` The flag “${flag.key}” is left as it serves.`
      }`}
      footer={
        <>
          <DialogClose />
          <Button
            look="danger"
            busy={undo.isPending}
            disabledReason={reason.trim() === "" ? "Say why first." : undefined}
            onClick={() => undo.mutate(undefined, { onSuccess: onClose })}
            data-testid="experiments.undo-confirm"
          >
            Undo decision
          </Button>
        </>
      }
    >
      <Field label="Why" hint="Kept in the audit log." required>
        <Textarea value={reason} maxLength={4000} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {undo.error === null ? null : <FailureNotice failure={undo.error} />}
    </Dialog>
  );
}
