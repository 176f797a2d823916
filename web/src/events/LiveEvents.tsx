import { useSearch } from "@tanstack/react-router";
import { ArrowUp, Pause, Play } from "lucide-react";
import { useCallback, useState } from "react";
import { useProject } from "../app/useProject.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { FailureNotice } from "../ui/FailureNotice.tsx";
import { formatCount, formatEvents } from "../ui/format.ts";
import { useSpoken } from "../ui/useSpoken.ts";
import { EventsTable } from "./EventsTable.tsx";
import { LiveFilterBar } from "./LiveFilterBar.tsx";
import { GapNotice, LiveChip } from "./LiveStatus.tsx";
import { type LiveBuffer, waitingCount } from "./live-buffer.ts";
import { useIsScrolled } from "./useIsScrolled.ts";
import { useLiveTail } from "./useLiveTail.ts";

/** What is accepted, as it is. The list stands still while somebody reads in it. */
export function LiveEvents() {
  const { projectId } = useProject();
  const { event, user, property, value } = useSearch({ from: "/signed-in/p/$projectId/events" });
  const [paused, setPaused] = useState(false);
  const [opened, setOpened] = useState(0);
  const isScrolled = useIsScrolled();
  const tail = useLiveTail(projectId, { event, user, property, value }, paused || opened > 0 || isScrolled);
  const count = waitingCount(tail.buffer);
  const spoken = useSpoken(spokenWords(tail.buffer));
  const noteOpen = useCallback((isOpen: boolean) => setOpened((old) => old + (isOpen ? 1 : -1)), []);
  const toolbar = (
    <>
      <Button onClick={() => setPaused(!paused)} aria-pressed={paused} data-testid="events.pause">
        {paused ? <Play aria-hidden /> : <Pause aria-hidden />} {paused ? "Resume" : "Pause"}
      </Button>
      <LiveChip state={tail.state} paused={paused} perSecond={tail.perSecond} />
      {count === 0 ? null : (
        <Button look="primary" size="sm" onClick={tail.show} data-testid="events.new">
          <ArrowUp aria-hidden /> {formatCount(count)} new
        </Button>
      )}
    </>
  );
  return (
    <div className="space-y-3">
      <p role="status" className="sr-only" data-testid="events.spoken">
        {spoken}
      </p>
      <LiveFilterBar />
      {tail.state.kind === "refused" ? (
        <FailureNotice failure={tail.state.failure} title="Events cannot be watched now" />
      ) : null}
      <GapNotice gaps={tail.gaps} />
      {tail.buffer.shown.length === 0 ? (
        <>
          <div className="flex flex-wrap items-center gap-2">{toolbar}</div>
          <EmptyState title="Listening…">
            Send an event to see it here within a second. Rows that warehouse imports and migrations bring are
            not shown live; they are in the last 30 days and in reports.
          </EmptyState>
        </>
      ) : (
        <EventsTable
          label="Live events"
          events={tail.buffer.shown}
          toolbar={toolbar}
          onOpen={noteOpen}
          isLive
          data-testid="events.live"
        />
      )}
    </div>
  );
}

/** For those who listen to the page: how many there are, and no more than that. */
function spokenWords(buffer: LiveBuffer): string {
  const waiting = waitingCount(buffer);
  return [
    ...(buffer.shown.length === 0 ? [] : [`${formatEvents(buffer.shown.length)} shown`]),
    ...(waiting === 0 ? [] : [`${formatCount(waiting)} new`]),
  ].join(", ");
}
