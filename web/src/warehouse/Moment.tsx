import { useProject } from "../app/useProject.ts";
import { formatMoment } from "../ui/format.ts";

/** A time in the project's zone; the exact one, in UTC, on hover. */
export function Moment({ at }: { at: string | number | null }) {
  const { timezone } = useProject();
  if (at === null) return <span className="text-ink-faint">never</span>;
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={`${iso} (shown in ${timezone})`} className="whitespace-nowrap">
      {formatMoment(at, timezone)}
    </time>
  );
}
