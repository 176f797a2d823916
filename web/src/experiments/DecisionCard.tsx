import { useMutation } from "@tanstack/react-query";
import { Calculator } from "lucide-react";
import { useProject } from "../app/useProject.ts";
import { useWorkspace } from "../app/useWorkspace.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { formatMoment } from "../ui/format.ts";
import { Notice } from "../ui/Notice.tsx";
import { StatusChip } from "../ui/StatusChip.tsx";
import { recomputeDecision } from "./changes.ts";
import type { Decision, Experiment } from "./queries.ts";
import { RecommendationCard } from "./RecommendationCard.tsx";
import { RecomputedNumbers } from "./RecomputedNumbers.tsx";
import { readRecommendation } from "./results.ts";
import { variantWords } from "./words.ts";

type DecisionCardProps = { experiment: Experiment; decision: Decision; stands: boolean };

export function DecisionCard({ experiment, decision, stands }: DecisionCardProps) {
  const { timezone, whyNot } = useProject();
  const { workspaceId } = useWorkspace();
  const recompute = useMutation({
    mutationFn: () => recomputeDecision(workspaceId, experiment, decision.id),
  });
  const recommendation = readRecommendation(decision.recommendation);
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {decision.revision}.{" "}
          {decision.success ? `It worked, ${variantWords(decision.variant)}` : "It did not work"}
          <StatusChip tone={stands ? "ok" : "off"}>{stands ? "Stands" : "Replaced or undone"}</StatusChip>
        </span>
      }
      action={
        <Button
          size="sm"
          busy={recompute.isPending}
          disabledReason={whyNot("experiments:write")}
          onClick={() => recompute.mutate()}
          data-testid="experiments.recompute"
        >
          <Calculator aria-hidden /> Compute again
        </Button>
      }
    >
      <p className="wrap-anywhere whitespace-pre-line">{decision.message || "No message was left."}</p>
      <p className="mt-1 text-xs text-ink-soft">
        {decision.decided_by_name}, {formatMoment(decision.decided_at, timezone)}. Statistics of version{" "}
        {decision.engine_version}.
      </p>
      {decision.warning === null ? null : (
        <Notice tone="warn" className="mt-3">
          {decision.warning}
        </Notice>
      )}
      {recommendation === null ? null : (
        <details className="mt-3">
          <summary className="min-h-6 cursor-pointer text-ink-soft">What the numbers spoke for then</summary>
          <div className="mt-2">
            <RecommendationCard recommendation={recommendation} />
          </div>
        </details>
      )}
      <div className="mt-3" aria-live="polite">
        {recompute.error === null ? null : <FailureNotice failure={recompute.error} />}
        {recompute.data === undefined ? null : (
          <RecomputedNumbers experiment={experiment} recomputed={recompute.data} />
        )}
      </div>
    </Card>
  );
}
