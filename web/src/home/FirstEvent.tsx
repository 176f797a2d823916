import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { Card } from "../ui/Card.tsx";
import { formatEvents } from "../ui/format.ts";
import { Notice } from "../ui/Notice.tsx";
import { StatusChip } from "../ui/StatusChip.tsx";
import { Diagnosis } from "./Diagnosis.tsx";

/** Turns green when the first event is there; says what came and was refused while it is not. */
export function FirstEvent({ projectId, events }: { projectId: number; events: number }) {
  // Whoever saw it wait sees it turn; everybody else comes to a home that is long past that.
  const waited = useRef(false);
  if (events === 0) waited.current = true;
  if (events > 0 && !waited.current) return null;
  if (events > 0) {
    return (
      <Notice tone="ok" role="status" title="The first event has arrived" data-testid="home.first-event">
        {formatEvents(events)} so far.{" "}
        <Link to="/p/$projectId/events" params={{ projectId }} className="font-medium underline">
          See what came in
        </Link>
      </Notice>
    );
  }
  return (
    <Card
      title="Waiting for the first event"
      action={<StatusChip tone="running">Listening</StatusChip>}
      data-testid="home.first-event"
    >
      <p className="mb-3 text-ink-soft">
        Send one with a snippet below. This turns green within a second or two; there is no need to load the
        page again.
      </p>
      <Diagnosis projectId={projectId} />
    </Card>
  );
}
