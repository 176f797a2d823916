import { Link } from "@tanstack/react-router";
import { BookOpen, ChartLine, ListFilter } from "lucide-react";
import { useEffect, useState } from "react";
import { useProject } from "../app/useProject.ts";
import { reportOn } from "../reports/report-links.ts";
import { Button, buttonClass } from "../ui/Button.tsx";
import { CodeBlock } from "../ui/CodeBlock.tsx";
import { formatMoment } from "../ui/format.ts";
import { Tabs } from "../ui/Tabs.tsx";
import { PropertyList } from "./PropertyList.tsx";
import { eventJson, isDefaultProperty, type ShownEvent } from "./shown-event.ts";
import { useEventsSearch } from "./useEventsSearch.ts";

type EventDetailsProps = {
  event: ShownEvent;
  /** Told while it is open: a list that moves under the reader's eyes cannot be read. */
  onOpen?: ((isOpen: boolean) => void) | undefined;
};

/** One event, opened in its row. */
export function EventDetails({ event, onOpen }: EventDetailsProps) {
  const { projectId, timezone } = useProject();
  const [part, setPart] = useState<"own" | "default" | "json">("own");
  const { set } = useEventsSearch();
  useEffect(() => {
    onOpen?.(true);
    return () => onOpen?.(false);
  }, [onOpen]);
  const entries = Object.entries(event.properties);
  const own = entries.filter(([name]) => !isDefaultProperty(name));
  const given = entries.filter(([name]) => isDefaultProperty(name));
  return (
    <div className="sticky left-4 w-[min(56rem,calc(100vw-5rem))]" data-testid="events.details">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <Link
          to="/p/$projectId/dictionary/events/$name"
          params={{ projectId, name: event.event }}
          className={buttonClass("secondary", "sm")}
        >
          <BookOpen aria-hidden /> Open in dictionary
        </Link>
        <Link
          to="/p/$projectId/reports/new"
          params={{ projectId }}
          search={reportOn(event.event)}
          className={buttonClass("secondary", "sm")}
        >
          <ChartLine aria-hidden /> Report on this event
        </Link>
        <Button size="sm" onClick={() => set({ event: event.event }, { push: true })}>
          <ListFilter aria-hidden /> More like this
        </Button>
        <span className="text-xs text-ink-soft">
          Received {formatMoment(event.receivedAt, timezone)}
          {event.source === undefined ? "" : ` by ${event.source}`}
        </span>
      </div>
      <Tabs
        label="Parts of the event"
        active={part}
        onChange={setPart}
        tabs={[
          { name: "own", label: `Your properties (${own.length})`, content: <PropertyList entries={own} /> },
          {
            name: "default",
            label: `Default properties (${given.length})`,
            content: <PropertyList entries={given} />,
          },
          {
            name: "json",
            label: "JSON",
            content: <CodeBlock code={eventJson(event)} label="event as JSON" />,
          },
        ]}
      />
    </div>
  );
}
