import { Ban, Pause, Play, Rocket, Undo2 } from "lucide-react";
import { useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { formatCount, formatEvents } from "../ui/format.ts";
import { toast } from "../ui/toast.ts";
import { cancelMigration, pauseMigration, rollBackMigration } from "./changes.ts";
import type { Migration } from "./queries.ts";
import { ResumeDialog } from "./ResumeDialog.tsx";
import { RunDialog } from "./RunDialog.tsx";
import { useMigrationChange } from "./useMigrationChange.ts";

const RESUMABLE: readonly Migration["state"][] = [
  "paused",
  "paused_over_limit",
  "failed",
  "completed_with_errors",
];
const ROLLABLE: readonly Migration["state"][] = [
  ...RESUMABLE,
  ...(["completed", "cancelled"] as const satisfies Migration["state"][]),
];

/** What can be done in the state that it is in. */
export function MigrationActions({ migration }: { migration: Migration }) {
  const { whyNot } = useProject();
  const [open, setOpen] = useState<"run" | "resume">();
  const { job_id: jobId, state, dry_run: isDry, events, plan } = migration;
  const reason = whyNot("migrations:write");
  const pause = useMigrationChange(() => pauseMigration(jobId));
  const cancel = useMigrationChange(() => cancelMigration(jobId));
  const rollBack = useMigrationChange(() => rollBackMigration(jobId));
  const close = () => setOpen(undefined);
  const canStop = state === "running" || state === "queued";
  return (
    <>
      {canStop && !isDry ? (
        <Button
          busy={pause.isPending}
          disabledReason={reason}
          onClick={() =>
            pause.mutate(undefined, { onError: (cause) => toast(cause.message, { tone: "bad" }) })
          }
          data-testid="migrations.pause"
        >
          <Pause aria-hidden /> Pause
        </Button>
      ) : null}
      {RESUMABLE.includes(state) ? (
        <Button disabledReason={reason} onClick={() => setOpen("resume")} data-testid="migrations.resume">
          <Play aria-hidden /> {state.startsWith("paused") ? "Resume" : "Try the failed parts again"}
        </Button>
      ) : null}
      {canStop || state.startsWith("paused") ? (
        <ConfirmDialog
          title={isDry ? "Cancel the dry run?" : "Cancel the migration?"}
          confirmLabel="Cancel it"
          onConfirm={cancel.mutateAsync}
          trigger={
            <Button disabledReason={reason} data-testid="migrations.cancel">
              <Ban aria-hidden /> Cancel
            </Button>
          }
        >
          {isDry
            ? "Nothing was loaded. It can be started again."
            : `${formatEvents(events.loaded)} that were loaded stay and can be rolled back. It cannot be resumed; started again, nothing is loaded twice.`}
        </ConfirmDialog>
      ) : null}
      {ROLLABLE.includes(state) && !isDry ? (
        <ConfirmDialog
          title="Roll back the migration?"
          typed={String(events.loaded)}
          confirmLabel={`Take back ${formatEvents(events.loaded)}`}
          onConfirm={rollBack.mutateAsync}
          data-testid="migrations.rollback-dialog"
          trigger={
            <Button disabledReason={reason} data-testid="migrations.rollback">
              <Undo2 aria-hidden /> Roll back
            </Button>
          }
        >
          Up to {formatCount(events.loaded)} events that this migration alone brought are taken away; what was
          there before, or came another way as well, stays, and so do profiles. It cannot be undone, but the
          migration can be run again.
        </ConfirmDialog>
      ) : null}
      {isDry && state.startsWith("completed") && plan !== undefined ? (
        <Button
          look="primary"
          disabledReason={reason}
          onClick={() => setOpen("run")}
          data-testid="migrations.run"
        >
          <Rocket aria-hidden /> Start the migration
        </Button>
      ) : null}
      {open === "run" ? <RunDialog migration={migration} onClose={close} /> : null}
      {open === "resume" ? <ResumeDialog migration={migration} onClose={close} /> : null}
    </>
  );
}
