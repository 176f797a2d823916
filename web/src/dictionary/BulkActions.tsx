import { Ban, CircleCheck, Eye, EyeOff, Tags, X } from "lucide-react";
import { useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { BulkEditDialog } from "./BulkEditDialog.tsx";
import type { EntryLine } from "./queries.ts";
import { eventTarget } from "./status-change.ts";
import { useStatusChange } from "./useStatusChange.tsx";

const CHANGES = [
  { change: "hide", label: "Hide…", icon: EyeOff },
  { change: "show", label: "Show again", icon: Eye },
  { change: "drop", label: "Drop…", icon: Ban },
  { change: "take", label: "Take in again", icon: CircleCheck },
] as const;

/** What can be done with all selected events at once: all of them change, or none. */
export function BulkActions({ lines, onDone }: { lines: readonly EntryLine[]; onDone: () => void }) {
  const { whyNot } = useProject();
  const [editing, setEditing] = useState(false);
  const { start, due, dialog } = useStatusChange("event", lines.map(eventTarget), onDone);
  const reason = whyNot("dictionary:write");
  if (lines.length === 0)
    return <p className="text-xs text-ink-faint">Select events to change many at once.</p>;
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5" data-testid="dictionary.bulk">
      <legend className="sr-only">Change the selected events</legend>
      <span className="text-xs font-medium" role="status">
        {lines.length.toLocaleString("en")} selected
      </span>
      <Button
        size="sm"
        disabledReason={reason}
        onClick={() => setEditing(true)}
        data-testid="dictionary.bulk.edit"
      >
        <Tags aria-hidden /> Edit…
      </Button>
      {CHANGES.map(({ change, label, icon: Icon }) =>
        due(change) === 0 ? null : (
          <Button
            key={change}
            size="sm"
            disabledReason={reason}
            onClick={() => start(change)}
            data-testid={`dictionary.bulk.${change}`}
          >
            <Icon aria-hidden /> {label}
          </Button>
        ),
      )}
      <Button size="sm" look="ghost" onClick={onDone}>
        <X aria-hidden /> Clear the selection
      </Button>
      {dialog}
      {editing ? <BulkEditDialog lines={lines} onClose={() => setEditing(false)} onDone={onDone} /> : null}
    </fieldset>
  );
}
