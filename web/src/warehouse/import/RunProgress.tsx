import { useState } from "react";
import { useProject } from "../../app/useProject.ts";
import { Button } from "../../ui/Button.tsx";
import { formatCount } from "../../ui/format.ts";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { toast } from "../../ui/toast.ts";
import { useSpoken } from "../../ui/useSpoken.ts";
import { useImportChanges } from "../changes.ts";
import type { Import, Run } from "../queries.ts";
import { phaseWord } from "../words.ts";
import { secondsWords } from "./elapsed.ts";

/** How far a run has come: phase, rows, speed, a guess of the rest, and a way to end it. */
export function RunProgress({ one, run }: { one: Import; run: Run }) {
  const { projectId, whyNot } = useProject();
  const { cancel } = useImportChanges(projectId);
  const [asked, setAsked] = useState(false);
  const words = progressWords(run);
  const spoken = useSpoken(`${phaseWord(run.phase)}: ${words}`);
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2" data-testid="import.progress">
      <div className="min-w-48 flex-1">
        <ProgressBar
          label={phaseWord(run.phase)}
          done={run.rows_read}
          total={run.phase === "COMMITTING" ? run.rows_read : (run.rows_total ?? undefined)}
          words={words}
        />
      </div>
      <Button
        size="sm"
        busy={asked}
        disabledReason={
          whyNot("warehouse:write") ??
          (run.phase === "COMMITTING" ? "What is being stored is finished." : undefined)
        }
        data-testid="import.cancel"
        onClick={() => {
          setAsked(true);
          cancel(one.id, run.run_id).then(
            () => toast("The run ends after the rows it has in hand"),
            (cause: unknown) => {
              setAsked(false);
              toast(cause instanceof Error ? cause.message : "That did not work", { tone: "bad" });
            },
          );
        }}
      >
        {asked ? "Ending …" : "Cancel run"}
      </Button>
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </div>
  );
}

function progressWords({
  rows_read: read,
  rows_total: total,
  rows_per_second: speed,
  remaining_seconds: rest,
}: Run): string {
  const rows =
    total === null ? `${formatCount(read)} rows` : `${formatCount(read)} of ${formatCount(total)} rows`;
  const parts = [
    rows,
    ...(speed === null || speed === 0 ? [] : [`${formatCount(speed)} a second`]),
    ...(rest === null || rest === 0 ? [] : [`about ${secondsWords(rest)} left`]),
  ];
  return parts.join(" · ");
}
