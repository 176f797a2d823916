import type { ChartKind, ChartSeries } from "./chart-types.ts";
import { cx } from "./cx.ts";

type ChartLegendProps = {
  series: readonly ChartSeries[];
  kind: ChartKind;
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
};

/** Written out because the names of classes are looked for in the sources. */
const DOTS = [
  ...["bg-(--chart-1)", "bg-(--chart-2)", "bg-(--chart-3)", "bg-(--chart-4)"],
  ...["bg-(--chart-5)", "bg-(--chart-6)", "bg-(--chart-7)", "bg-(--chart-8)"],
];

const LINES = [
  ...["border-(--chart-1)", "border-(--chart-2)", "border-(--chart-3)", "border-(--chart-4)"],
  ...["border-(--chart-5)", "border-(--chart-6)", "border-(--chart-7)", "border-(--chart-8)"],
];
/** As the lines are drawn: past eight the colours come again, with another dash. */
const DASHES = ["border-solid", "border-dashed", "border-dotted"];

/** The names of the lines; each is a button that hides or shows its line. */
export function ChartLegend({ series, kind, hidden, onChange }: ChartLegendProps) {
  if (series.length < 2) return null;
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    onChange(next);
  };
  return (
    <ul aria-label="Legend" className="mb-2 flex max-h-24 flex-wrap gap-1 overflow-y-auto">
      {series.map(({ name }, index) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={!hidden.has(name)}
            onClick={() => toggle(name)}
            className={cx(
              "inline-flex min-h-6 max-w-60 items-center gap-1.5 rounded px-1.5 text-xs hover:bg-hover",
              hidden.has(name) ? "text-ink-faint line-through" : "text-ink-soft",
            )}
          >
            <Swatch index={index} kind={kind} />
            <span className="truncate">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const Swatch = ({ index, kind }: { index: number; kind: ChartKind }) => (
  <span
    aria-hidden
    className={
      kind === "line"
        ? cx(
            "w-4 shrink-0 border-t-3",
            LINES[index % LINES.length],
            DASHES[Math.floor(index / LINES.length) % DASHES.length],
          )
        : cx("size-2.5 shrink-0 rounded-full", DOTS[index % DOTS.length])
    }
  />
);
