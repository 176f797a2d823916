import { useProject } from "../../app/useProject.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useImportChanges } from "../changes.ts";

const WORDS = "The table is meant to be like this …";

/** For an import that was halted because a run would have removed much: lets the next one through. */
export function ConfirmGuard({ importId, message }: { importId: number; message: string }) {
  const { projectId, whyNot } = useProject();
  const { sync } = useImportChanges(projectId);
  const reason = whyNot("warehouse:write");
  const button = (
    <Button size="sm" className="mt-2" disabledReason={reason} data-testid="import.confirm-guard">
      {WORDS}
    </Button>
  );
  if (reason !== undefined) return button;
  return (
    <ConfirmDialog
      title="Let this run through?"
      // How many rows are gone, where the message says it.
      typed={message.match(/\d+/)?.[0] ?? "confirm"}
      confirmLabel="Run and remove"
      trigger={button}
      onConfirm={() => sync(importId, true)}
    >
      {message}. The next run makes what is here equal to the table, and removes what is gone from it. This
      cannot be undone: it can only come back from the table itself.
    </ConfirmDialog>
  );
}
