type SparklineProps = {
  values: readonly number[];
  /** What it shows, for those who do not see it: "Events per day, last 14 days". A number stands beside it. */
  label: string;
  width?: number;
  height?: number;
};

/** The course of a number in a few pixels. Plain SVG: hundreds of them cost nothing. */
export function Sparkline({ values, label, width = 120, height = 32 }: SparklineProps) {
  const peak = Math.max(1, ...values);
  const step = values.length > 1 ? width / (values.length - 1) : width;
  const y = (value: number) => height - 2 - (value / peak) * (height - 4);
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${y(value).toFixed(1)}`);
  const total = values.reduce((sum, value) => sum + value, 0);
  return (
    <svg
      role="img"
      aria-label={`${label}: ${total.toLocaleString("en")} in all, at most ${Math.max(0, ...values).toLocaleString("en")}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="w-full overflow-visible"
      height={height}
    >
      <polygon points={`0,${height} ${points.join(" ")} ${width},${height}`} className="fill-accent-soft" />
      <polyline
        points={points.join(" ")}
        className="fill-none stroke-accent-text"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
