import { useState } from "react";
import { useProject } from "../../app/useProject.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { FailureNotice } from "../../ui/FailureNotice.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { useImportChanges } from "../changes.ts";
import { stateWords } from "../import-state.ts";
import type { Import } from "../queries.ts";

const GUARDS = ["change_guard", "shrink_guard"];

/** What is wrong, and what to do about it. Nothing where all is well. */
export function StateNotice({ one }: { one: Import }) {
  const { projectId, whyNot } = useProject();
  const { sync } = useImportChanges(projectId);
  const [failure, setFailure] = useState<unknown>();
  const { tone, word, sentence } = stateWords(one, Date.now());
  const error = one.state === "RUNNING" ? null : (one.last_run?.error ?? null);
  const isGuarded = error !== null && GUARDS.includes(error.code);
  const reason = whyNot("warehouse:write");
  if (tone !== "bad" && tone !== "warn" && one.state !== "PAUSED") return null;
  return (
    <div className="space-y-2">
      <Notice
        tone={tone === "bad" ? "bad" : tone === "warn" ? "warn" : "info"}
        title={`${word}. ${sentence}`}
      >
        {error === null ? null : (
          <p className="wrap-anywhere">
            {error.message}. {isGuarded ? null : error.hint}
          </p>
        )}
        {isGuarded ? (
          <div className="mt-2">
            {reason === undefined ? (
              <ConfirmDialog
                title="Let this run through?"
                typed={error.message.match(/\d+/)?.[0] ?? "confirm"}
                confirmLabel="Run and remove"
                trigger={<Button size="sm">The table is meant to be like this …</Button>}
                onConfirm={() =>
                  sync(one.id, true).catch((cause: unknown) => {
                    setFailure(cause);
                    throw cause;
                  })
                }
              >
                {error.message}. The next run makes the events equal to the table, and removes what is gone
                from it. What was removed can only come back from the table itself.
              </ConfirmDialog>
            ) : (
              <Button size="sm" disabledReason={reason}>
                The table is meant to be like this …
              </Button>
            )}
          </div>
        ) : null}
      </Notice>
      {failure === undefined ? null : <FailureNotice failure={failure} />}
    </div>
  );
}
