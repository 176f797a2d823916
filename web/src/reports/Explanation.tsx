import { useProject } from "../app/useProject.ts";
import { formatCount, formatMoment } from "../ui/format.ts";
import type { ReportAnswer } from "./queries.ts";

/** How the numbers came about, for whoever doubts them. */
export function Explanation({ answer: { computed, timezone } }: { answer: ReportAnswer }) {
  const { timezone: zone } = useProject();
  return (
    <details className="text-ink-soft" data-testid="report.explanation">
      <summary className="cursor-pointer font-medium text-ink">How is this computed?</summary>
      <p className="mt-2 max-w-prose wrap-anywhere">{computed.explanation}</p>
      <dl className="mt-2 grid max-w-md grid-cols-[auto_1fr] gap-x-4">
        <dt>Time zone of days</dt>
        <dd>{timezone}</dd>
        <dt>Events looked at</dt>
        <dd>{formatCount(computed.rows_scanned)}</dd>
        <dt>Events that count</dt>
        <dd>{formatCount(computed.events_counted)}</dd>
        <dt>Computed</dt>
        <dd>
          {formatMoment(computed.at, zone)} in {formatCount(Math.round(computed.elapsed_ms))} ms
        </dd>
      </dl>
    </details>
  );
}
