const TOLERANCE = 0.001;

/** Splits must come to 100 percent; said before anybody saves. */
export function SplitSum({ percents }: { percents: readonly string[] }) {
  const sum = percents.reduce((all, percent) => all + Number(percent), 0);
  const fits = Math.abs(sum - 100) < TOLERANCE;
  return (
    <p className={`mt-2 text-xs ${fits ? "text-ink-faint" : "font-medium text-bad-text"}`}>
      Together {Number(sum.toFixed(4))} %{fits ? "" : "; it must be 100 %"}.
    </p>
  );
}
