import { useProject } from "../app/useProject.ts";

/** A time in the project's time zone; the exact one, in UTC, on hover. */
export function Moment({ at }: { at: string | null }) {
  const { timezone } = useProject();
  if (at === null) return <span className="text-ink-faint">never</span>;
  const shown = new Intl.DateTimeFormat("en", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: timezone,
  });
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap">
      {shown.format(new Date(at))}
    </time>
  );
}
