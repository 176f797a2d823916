import { type ReactNode, useState } from "react";
import { countOf, StatusDialog } from "./StatusDialog.tsx";
import { DONE_WORDS, editsOf, isDue, MARKS, type StatusChange, type StatusTarget } from "./status-change.ts";
import { toastFailure } from "./toast-failure.ts";
import { useEntryEdits } from "./useEntryEdits.ts";

/** Hiding and dropping ask first; the ways back are done at once, with an undo. */
export function useStatusChange(
  noun: "event" | "property",
  targets: readonly StatusTarget[],
  onDone?: () => void,
): { start: (change: StatusChange) => void; due: (change: StatusChange) => number; dialog: ReactNode } {
  const [asked, setAsked] = useState<"hide" | "drop">();
  const save = useEntryEdits();
  const dueTo = (change: StatusChange) => targets.filter((target) => isDue(change, target));
  const start = (change: StatusChange) => {
    if (change === "hide" || change === "drop") return setAsked(change);
    const due = dueTo(change);
    const back = change === "show" ? "hide" : "drop";
    const said = `${countOf(due.length, noun)} ${DONE_WORDS[change]}`;
    const isExact = due.every((target) => target.isExact);
    Promise.all([editsOf(due, MARKS[change]), editsOf(due, MARKS[back])])
      .then(([edits, before]) => save(edits, isExact ? before : undefined, said))
      .then((isSaved) => (isSaved ? onDone?.() : undefined), toastFailure);
  };
  const dialog =
    asked === undefined ? null : (
      <StatusDialog
        open
        change={asked}
        noun={noun}
        targets={dueTo(asked)}
        onClose={() => setAsked(undefined)}
        {...(onDone === undefined ? {} : { onDone })}
      />
    );
  return { start, due: (change) => dueTo(change).length, dialog };
}
