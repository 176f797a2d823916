import { Link } from "@tanstack/react-router";
import { useProject } from "../app/useProject.ts";
import { formatCount, formatMoment } from "../ui/format.ts";
import { Notice } from "../ui/Notice.tsx";
import { StatusChip } from "../ui/StatusChip.tsx";
import type { LiveGaps, LiveState } from "./useLiveTail.ts";

type LiveChipProps = { state: LiveState; paused: boolean; perSecond: number };

export function LiveChip({ state, paused, perSecond }: LiveChipProps) {
  if (state.kind === "refused") return <StatusChip tone="bad">Not listening</StatusChip>;
  if (state.kind === "interrupted") return <StatusChip tone="warn">Interrupted, trying again</StatusChip>;
  if (state.kind === "connecting") return <StatusChip tone="running">Connecting</StatusChip>;
  if (paused) return <StatusChip tone="off">Paused</StatusChip>;
  const rate = perSecond >= 10 ? formatCount(Math.round(perSecond)) : perSecond.toFixed(1);
  return (
    <>
      <StatusChip tone="ok">Listening</StatusChip>
      <span className="text-xs text-ink-soft">{rate} events a second</span>
    </>
  );
}

/** What went by unseen is said, with the way to where it can be found. */
export function GapNotice({ gaps: { events, more, brokenAt } }: { gaps: LiveGaps }) {
  const { timezone } = useProject();
  if (events === 0 && !more && brokenAt === undefined) return null;
  return (
    <Notice tone="warn" role="status" data-testid="events.gap">
      {brokenAt === undefined ? "" : `The stream was interrupted at ${formatMoment(brokenAt, timezone)}. `}
      {events > 0 ? `${more ? "At least " : ""}${formatCount(events)} events went by unseen. ` : ""}
      {events === 0 && more ? "Some events went by unseen. " : ""}
      <Link
        from="/p/$projectId/events"
        to="."
        search={(old) => ({ ...old, tab: "search" as const })}
        className="font-medium underline"
      >
        Nothing is lost: look in the last 30 days
      </Link>
    </Notice>
  );
}
