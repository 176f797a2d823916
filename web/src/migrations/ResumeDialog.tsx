import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Dialog, DialogClose } from "../ui/Dialog.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { CredentialFields } from "./CredentialFields.tsx";
import { resumeMigration } from "./changes.ts";
import type { Migration } from "./queries.ts";
import { useMigrationChange } from "./useMigrationChange.ts";

/** Goes on where it stopped. Credentials were erased when it ended, and are asked for again then. */
export function ResumeDialog({ migration, onClose }: { migration: Migration; onClose: () => void }) {
  const [keys, setKeys] = useState({ key: "", secret: "" });
  const isOverLimit = migration.state === "paused_over_limit";
  const [allowOver, setAllowOver] = useState(isOverLimit);
  const needsKeys = !migration.state.startsWith("paused");
  const resume = useMigrationChange(() =>
    resumeMigration(migration.job_id, {
      ...(keys.key === "" ? {} : { SOURCE_API_KEY: keys.key, SOURCE_API_SECRET: keys.secret }),
      ...(allowOver ? { ALLOW_OVER_LIMIT: true } : {}),
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={needsKeys ? "Try the failed parts again?" : "Resume the migration?"}
      description="What was loaded is not loaded twice."
      footer={
        <>
          <DialogClose />
          <Button
            look="primary"
            busy={resume.isPending}
            disabledReason={
              needsKeys && (keys.key === "" || keys.secret === "")
                ? "The tool's key and secret are needed again."
                : undefined
            }
            onClick={() => resume.mutate(undefined, { onSuccess: onClose })}
            data-testid="migrations.resume-confirm"
          >
            Go on
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        {needsKeys ? (
          <CredentialFields
            tool={migration.source_tool}
            keyProps={{ value: keys.key, onChange: (event) => setKeys({ ...keys, key: event.target.value }) }}
            secretProps={{
              value: keys.secret,
              onChange: (event) => setKeys({ ...keys, secret: event.target.value }),
            }}
          />
        ) : null}
        {isOverLimit ? (
          <Checkbox
            label="Load more events than the service is meant for"
            checked={allowOver}
            onChange={(event) => setAllowOver(event.target.checked)}
          />
        ) : null}
        {resume.error === null ? null : <FailureNotice failure={resume.error} />}
      </div>
    </Dialog>
  );
}
