type ProgressBarProps = {
  label: string;
  done: number;
  /** Left out while it is not known. */
  total?: number | undefined;
  /** What stands beside it: "1,200 of 4,000 rows". */
  words?: string;
};

/** How far something has come, as a bar and in words. */
export function ProgressBar({ label, done, total, words }: ProgressBarProps) {
  const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
  const percent = share === undefined ? undefined : Math.round(share * 100);
  return (
    <div>
      <div className="mb-1 flex justify-between gap-3 text-xs text-ink-soft">
        <span>{label}</span>
        <span>{words ?? (percent === undefined ? "" : `${percent} %`)}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={words}
        className="h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div
          className={
            share === undefined
              ? "h-full w-1/3 animate-pulse bg-accent"
              : "h-full bg-accent transition-[width]"
          }
          style={share === undefined ? undefined : { width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
