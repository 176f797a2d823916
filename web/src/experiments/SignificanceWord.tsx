import { Minus, TrendingDown, TrendingUp } from "lucide-react";
import type { Metric } from "./queries.ts";
import type { Line } from "./results.ts";

/** Whether the difference counts, by icon and word; good or bad by the direction that the metric should move in. */
export function SignificanceWord({ metric, line }: { metric: Metric; line: Line }) {
  if (line.significance === "NO")
    return (
      <span className="inline-flex items-center gap-1 whitespace-nowrap text-ink-soft">
        <Minus aria-hidden className="size-3.5" />
        not significant
      </span>
    );
  const isUp = line.significance === "YES_POSITIVE";
  const isGood = isUp === (metric.direction !== "down");
  const Icon = isUp ? TrendingUp : TrendingDown;
  return (
    <span
      className={`inline-flex items-center gap-1 font-medium whitespace-nowrap ${isGood ? "text-ok-text" : "text-bad-text"}`}
    >
      <Icon aria-hidden className="size-3.5" />
      significantly {isGood ? "better" : "worse"}
    </span>
  );
}
