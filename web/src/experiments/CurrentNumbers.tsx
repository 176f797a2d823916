import { controlOf, metricsOf } from "./primary.ts";
import type { Experiment } from "./queries.ts";
import { exposuresOf, linesOf, resultsOf } from "./results.ts";
import { SignificanceWord } from "./SignificanceWord.tsx";
import { ADVICE, intervalWords, liftWords } from "./words.ts";

const SHOWN_MAX = 6;

/** What a decision would rest on, in sight while one decides. */
export function CurrentNumbers({ experiment }: { experiment: Experiment }) {
  const { metrics, recommendation } = resultsOf(experiment);
  const control = controlOf(experiment);
  const lines = metricsOf(experiment)
    .filter(({ type }) => type !== "secondary")
    .flatMap((metric) =>
      Object.entries(linesOf(metrics, metric.id))
        .filter(([variant]) => variant !== control)
        .map(([variant, line]) => ({ metric, variant, line })),
    )
    .slice(0, SHOWN_MAX);
  return (
    <section aria-label="Current numbers" className="rounded-lg bg-sunken p-3">
      <p className="font-medium">
        {recommendation === null ? "There are no numbers yet." : ADVICE[recommendation.action].words}
        {recommendation?.action === "ship" ? ` “${recommendation.variant}”.` : ""}
      </p>
      <p className="text-xs text-ink-soft">
        {exposuresOf(experiment).total.toLocaleString("en")} people were exposed.
      </p>
      <ul className="mt-1 space-y-0.5">
        {lines.map(({ metric, variant, line }) => (
          <li key={`${metric.id} ${variant}`} className="flex flex-wrap gap-x-2">
            <span className="wrap-anywhere">
              {metric.name}, {variant}:
            </span>
            <span className="font-medium">{liftWords(line.lift)}</span>
            <span className="text-ink-soft">({intervalWords(line.liftInterval)})</span>
            <SignificanceWord metric={metric} line={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}
