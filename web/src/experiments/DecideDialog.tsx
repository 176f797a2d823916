import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiFailure } from "../api/failure.ts";
import { useWorkspace } from "../app/useWorkspace.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog, DialogClose } from "../ui/Dialog.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { Field } from "../ui/Field.tsx";
import { Notice } from "../ui/Notice.tsx";
import { RadioGroup } from "../ui/RadioGroup.tsx";
import { Textarea } from "../ui/Textarea.tsx";
import { CurrentNumbers } from "./CurrentNumbers.tsx";
import { decideExperiment } from "./changes.ts";
import { choiceOf, type DecisionDraft, draftOf, missingOf, summaryOf } from "./decision-draft.ts";
import { type Experiment, experimentQuery } from "./queries.ts";
import { TheirDecision } from "./TheirDecision.tsx";
import { useChange } from "./useChange.ts";
import { VariantChoice } from "./VariantChoice.tsx";

const OUTCOMES = [
  { value: "worked", label: "It worked" },
  { value: "failed", label: "It did not work" },
] as const;

/** Outcome, then what was learned, then the variant: in this order people think before they ship. Nothing is chosen for them. */
export function DecideDialog({
  experiment: given,
  onClose,
}: {
  experiment: Experiment;
  onClose: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  // The record as it was when the dialog opened: what is sent is refused when somebody was faster.
  const [experiment, setExperiment] = useState(given);
  const [draft, setDraft] = useState<DecisionDraft>(() => draftOf(given));
  const [theirs, setTheirs] = useState<Experiment>();
  const decide = useChange(
    (id) => decideExperiment(id, experiment, choiceOf(draft)),
    "The decision is recorded",
  );
  const isEdit = experiment.status === "success" || experiment.status === "fail";
  const change = (next: Partial<DecisionDraft>) => setDraft({ ...draft, ...next });
  const confirm = () =>
    decide.mutate(undefined, {
      onSuccess: onClose,
      onError: async (cause) => {
        if (!(cause instanceof ApiFailure) || cause.type !== "stale") return;
        const now = { ...experimentQuery(workspaceId, experiment.id), staleTime: 0 };
        setTheirs(await queryClient.fetchQuery(now));
      },
    });
  const goOn = (latest: Experiment) => {
    setExperiment(latest);
    setTheirs(undefined);
    decide.reset();
  };
  const summary = summaryOf(draft, experiment);
  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => open || onClose()}
      title={isEdit ? "Edit the decision" : `Decide “${experiment.name}”`}
      data-testid="decide.dialog"
      footer={
        theirs === undefined ? (
          <>
            <DialogClose />
            <Button
              look="primary"
              busy={decide.isPending}
              disabledReason={missingOf(draft)}
              onClick={confirm}
              data-testid="decide.confirm"
            >
              Confirm
            </Button>
          </>
        ) : undefined
      }
    >
      {theirs === undefined ? (
        <div className="space-y-5">
          <CurrentNumbers experiment={experiment} />
          <RadioGroup
            legend="1. Did it work?"
            choices={OUTCOMES}
            value={draft.success === undefined ? undefined : draft.success ? "worked" : "failed"}
            onChoose={(outcome) => change({ success: outcome === "worked" })}
            data-testid="decide.outcome"
          />
          <Field label="2. What did we learn?" required>
            <Textarea
              rows={3}
              maxLength={10_000}
              value={draft.message}
              onChange={(event) => change({ message: event.target.value })}
              data-testid="decide.message"
            />
          </Field>
          {draft.success === true ? (
            <VariantChoice
              experiment={experiment}
              value={draft.variant}
              onChoose={(variant) => change({ variant })}
            />
          ) : null}
          {summary === undefined ? null : (
            <Notice tone="info" aria-live="polite" data-testid="decide.summary">
              {summary}
            </Notice>
          )}
          {decide.error === null ? null : <FailureNotice failure={decide.error} />}
        </div>
      ) : (
        <TheirDecision experiment={theirs} onGoOn={() => goOn(theirs)} onClose={onClose} />
      )}
    </Dialog>
  );
}
