import { useProject } from "../app/useProject.ts";
import { formatMoment } from "../ui/format.ts";

/** A time in the project's time zone; the exact one, in UTC, on hover. */
export function Moment({ at }: { at: string | null }) {
  const { timezone } = useProject();
  if (at === null) return <span className="text-ink-faint">never</span>;
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap">
      {formatMoment(at, timezone)}
    </time>
  );
}
