import { primaryOf } from "./primary.ts";
import type { Experiment } from "./queries.ts";
import { SignificanceWord } from "./SignificanceWord.tsx";
import { intervalWords, liftWords } from "./words.ts";

/** The lift of the best treatment in the metric that decides, as far as it is known. */
export function PrimaryLift({ experiment }: { experiment: Experiment }) {
  const primary = primaryOf(experiment);
  if (primary === undefined) return <span className="text-ink-faint">–</span>;
  const { metric, variant, line } = primary;
  return (
    <span className="block min-w-44" title={`${metric.name}, ${variant}`}>
      <span className="font-medium">{liftWords(line.lift)}</span>{" "}
      <span className="text-xs text-ink-faint">{intervalWords(line.liftInterval)}</span>
      <span className="block text-xs text-ink-soft">
        <span className="wrap-anywhere">{metric.name}</span> ·{" "}
        <SignificanceWord metric={metric} line={line} />
      </span>
    </span>
  );
}
