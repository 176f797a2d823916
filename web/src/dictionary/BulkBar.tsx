import { Ban, CircleCheck, Eye, EyeOff, X } from "lucide-react";
import type { ReactNode } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { formatCount } from "../ui/format.ts";
import type { StatusTarget } from "./status-change.ts";
import { useStatusChange } from "./useStatusChange.tsx";

const CHANGES = [
  { change: "hide", label: "Hide…", icon: EyeOff },
  { change: "show", label: "Show again", icon: Eye },
  { change: "drop", label: "Drop…", icon: Ban },
  { change: "take", label: "Take in again", icon: CircleCheck },
] as const;

type BulkBarProps = {
  noun: "event" | "property";
  targets: readonly StatusTarget[];
  onDone: () => void;
  /** What else can be done with them. */
  children?: ReactNode;
};

/** What can be done with all selected lines at once: all of them change, or none. */
export function BulkBar({ noun, targets, onDone, children }: BulkBarProps) {
  const { whyNot } = useProject();
  const { start, due, dialog } = useStatusChange(noun, targets, onDone);
  const nouns = noun === "event" ? "events" : "properties";
  if (targets.length === 0)
    return <p className="text-xs text-ink-faint">Select {nouns} to change many at once.</p>;
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5" data-testid="dictionary.bulk">
      <legend className="sr-only">Change the selected {nouns}</legend>
      <span className="text-xs font-medium" role="status">
        {formatCount(targets.length)} selected
      </span>
      {children}
      {CHANGES.map(({ change, label, icon: Icon }) =>
        due(change) === 0 ? null : (
          <Button
            key={change}
            size="sm"
            disabledReason={whyNot("dictionary:write")}
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
    </fieldset>
  );
}
