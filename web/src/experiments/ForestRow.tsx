import { Badge } from "../ui/Badge.tsx";
import { cx } from "../ui/cx.ts";
import type { PlotScale } from "./plot-scale.ts";
import type { Metric } from "./queries.ts";
import type { Line } from "./results.ts";
import { SignificanceWord } from "./SignificanceWord.tsx";
import { intervalWords, liftWords } from "./words.ts";

export type PlottedLine = { metric: Metric & { id: string }; variant: string; line: Line };

/** One lift with its interval: what it is about, the picture, the words. */
export function ForestRow({ plotted, scale }: { plotted: PlottedLine; scale: PlotScale }) {
  const { metric, variant, line } = plotted;
  return (
    <li className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[14rem_1fr_11rem]">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{metric.name}</span>
        <span className="block text-xs text-ink-soft">
          <span className="wrap-anywhere">{variant}</span>{" "}
          {metric.type === "guardrail" || metric.type === "secondary" ? <Badge>{metric.type}</Badge> : null}
        </span>
      </span>
      <Interval line={line} scale={scale} isGood={isGood(metric, line)} />
      <span className="text-xs">
        <span className="text-sm font-medium">{liftWords(line.lift)}</span>{" "}
        <span className="whitespace-nowrap text-ink-soft">{intervalWords(line.liftInterval)}</span>
        <span className="block">
          <SignificanceWord metric={metric} line={line} />
        </span>
        {line.warnings.map((warning) => (
          <span key={warning} className="block wrap-anywhere text-ink-faint">
            {warning}
          </span>
        ))}
      </span>
    </li>
  );
}

const isGood = ({ direction }: Metric, { significance }: Line): boolean | undefined =>
  significance === "NO" ? undefined : (significance === "YES_POSITIVE") === (direction !== "down");

type IntervalProps = { line: Line; scale: PlotScale; isGood: boolean | undefined };

/** The words beside it say the same, so it is hidden from those who listen. */
function Interval({ line, scale, isGood }: IntervalProps) {
  const { lift, liftInterval } = line;
  const at = (value: number) => `${scale.place(value)}%`;
  const colour =
    isGood === undefined
      ? "fill-ink-soft stroke-ink-soft"
      : isGood
        ? "fill-ok-text stroke-ok-text"
        : "fill-bad-text stroke-bad-text";
  return (
    <svg aria-hidden="true" className="h-7 w-full overflow-visible rounded bg-sunken">
      <line x1={at(0)} x2={at(0)} y1="0" y2="100%" className="stroke-line-strong" strokeDasharray="3 3" />
      {liftInterval === null ? null : (
        <line
          x1={at(liftInterval[0])}
          x2={at(liftInterval[1])}
          y1="50%"
          y2="50%"
          className={colour}
          strokeWidth={3}
        />
      )}
      {liftInterval?.map((end) => (
        <line key={end} x1={at(end)} x2={at(end)} y1="30%" y2="70%" className={colour} strokeWidth={2} />
      ))}
      {lift === null ? null : <circle cx={at(lift)} cy="50%" r={5} className={cx(colour)} />}
    </svg>
  );
}
