import { CircleCheck, TriangleAlert } from "lucide-react";
import { Notice } from "../ui/Notice.tsx";
import type { Recommendation } from "./results.ts";
import { ADVICE, CHECKS } from "./words.ts";

/** What the numbers speak for, and each reason. It never stands in the way of a decision. */
export function RecommendationCard({ recommendation }: { recommendation: Recommendation }) {
  const { action, variant, checks } = recommendation;
  const { tone, words } = ADVICE[action];
  return (
    <Notice
      tone={tone}
      title={action === "ship" && variant !== null ? `${words} “${variant}”` : words}
      data-testid="experiments.recommendation"
    >
      <ul className="mt-1 space-y-1">
        {checks.map(({ check, ok, reason }) => (
          <li key={check} className="flex gap-2">
            {ok ? (
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
            ) : (
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            )}
            <span className="wrap-anywhere">
              <span className="font-medium">{CHECKS[check] ?? check}</span>
              {ok ? <span className="sr-only"> (met)</span> : " (not met)"}: {reason}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
