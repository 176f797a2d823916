import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { formatMoment } from "../ui/format.ts";
import { Notice } from "../ui/Notice.tsx";
import type { Experiment } from "./queries.ts";
import { decisionOf } from "./results.ts";
import { variantWords } from "./words.ts";

type TheirDecisionProps = { experiment: Experiment; onGoOn: () => void; onClose: () => void };

/** Somebody was faster: what they did, and the choice to leave it or to put one's own in its place. */
export function TheirDecision({ experiment, onGoOn, onClose }: TheirDecisionProps) {
  const { timezone } = useProject();
  const decision = decisionOf(experiment);
  const when = formatMoment(experiment.modified, timezone);
  return (
    <Notice tone="warn" role="alert" title="Somebody else was faster" data-testid="decide.theirs">
      {decision === null ? (
        <p>
          {experiment.last_modified_by_name} changed the experiment meanwhile ({when}). Nothing of yours was
          recorded.
        </p>
      ) : (
        <>
          <p>
            {decision.by ?? experiment.last_modified_by_name} decided at {when}:{" "}
            {decision.success ? `it worked, ${variantWords(decision.variant)}` : "it did not work"}. Nothing
            of yours was recorded.
          </p>
          <blockquote className="mt-1 border-l-2 border-current pl-2 wrap-anywhere">
            {decision.message}
          </blockquote>
        </>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={onClose}>{decision === null ? "Look at the experiment" : "Leave theirs"}</Button>
        <Button look="primary" onClick={onGoOn} data-testid="decide.go-on">
          {decision === null ? "Go on with mine" : "Edit theirs with mine"}
        </Button>
      </div>
    </Notice>
  );
}
