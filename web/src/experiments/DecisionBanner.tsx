import { useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { formatMoment } from "../ui/format.ts";
import { Notice } from "../ui/Notice.tsx";
import { DecideDialog } from "./DecideDialog.tsx";
import type { Experiment } from "./queries.ts";
import { decisionOf } from "./results.ts";
import { UndoDialog } from "./UndoDialog.tsx";
import { variantWords } from "./words.ts";

/** What was decided, by whom, when and why; with the ways to change it. */
export function DecisionBanner({ experiment }: { experiment: Experiment }) {
  const { timezone, whyNot } = useProject();
  const [open, setOpen] = useState<"edit" | "undo">();
  const decision = decisionOf(experiment);
  if (decision === null) return null;
  const reason = experiment.deleted === null ? whyNot("experiments:write") : "It is archived.";
  const { success, by, at, message, variant, flagWarning, warning } = decision;
  return (
    <Notice
      tone={success ? "ok" : "bad"}
      className="mb-5"
      data-testid="experiments.decision"
      title={`Decided: ${success ? `it worked, ${variantWords(variant)}` : "it did not work"}`}
    >
      <p className="wrap-anywhere whitespace-pre-line">{message === "" ? "No message was left." : message}</p>
      <p className="mt-1 text-xs">
        {by ?? "Somebody"}
        {at === null ? "" : `, ${formatMoment(at, timezone)}`}
      </p>
      {[flagWarning, warning].map((text) =>
        text === null ? null : (
          <p key={text} className="mt-1">
            {text}
          </p>
        ),
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          disabledReason={reason}
          onClick={() => setOpen("edit")}
          data-testid="experiments.edit-decision"
        >
          Edit decision
        </Button>
        <Button
          size="sm"
          disabledReason={reason}
          onClick={() => setOpen("undo")}
          data-testid="experiments.undo-decision"
        >
          Undo decision
        </Button>
      </div>
      {open === "edit" ? <DecideDialog experiment={experiment} onClose={() => setOpen(undefined)} /> : null}
      {open === "undo" ? <UndoDialog experiment={experiment} onClose={() => setOpen(undefined)} /> : null}
    </Notice>
  );
}
