import { Button } from "../ui/Button.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { useElapsed } from "../ui/useElapsed.ts";
import { tipsFor } from "./tips.ts";
import type { useReportDraft } from "./useReportDraft.ts";

type RunningBarProps = {
  running: boolean;
  onCancel: () => void;
  report: ReturnType<typeof useReportDraft>;
};

const SECONDS_MS = 2_000;
const TIPS_MS = 7_000;

/** A question that takes its time: how long already, a way out, and what would make this very one faster. */
export function RunningBar({ running, onCancel, report: { draft, change } }: RunningBarProps) {
  const elapsedMs = useElapsed(running);
  if (elapsedMs < SECONDS_MS) return null;
  const tips = elapsedMs < TIPS_MS ? [] : tipsFor(draft);
  return (
    <div className="mb-3 rounded-lg bg-sunken px-3 py-2" data-testid="report.running">
      <p className="flex items-center gap-2">
        <Spinner />
        <span>Computing, {Math.floor(elapsedMs / 1000)} s</span>
        <Button size="sm" onClick={onCancel} data-testid="report.cancel">
          Cancel
        </Button>
      </p>
      {tips.length === 0 ? null : (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-ink-soft">
          Faster would be:
          {tips.map(({ label, part }) => (
            <Button key={label} size="sm" onClick={() => change(part)}>
              {label}
            </Button>
          ))}
        </p>
      )}
    </div>
  );
}
