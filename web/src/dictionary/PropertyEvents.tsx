import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useProject } from "../app/useProject.ts";
import { QueryState } from "../ui/QueryState.tsx";
import { type PropertyLine, propertyQuery } from "./property-queries.ts";

/** Which events have the property. */
export function PropertyEvents({ line }: { line: PropertyLine }) {
  const { projectId } = useProject();
  const isWhole = line.events.length === line.event_count;
  const whole = useQuery({ ...propertyQuery(projectId, line.name), enabled: !isWhole });
  if (isWhole) return <EventLinks events={line.events} />;
  return <QueryState query={whole}>{({ events }) => <EventLinks events={events} />}</QueryState>;
}

function EventLinks({ events }: { events: PropertyLine["events"] }) {
  const { projectId } = useProject();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {events.map(({ event, declared, volume_30d }) => (
        <li key={event}>
          <Link
            to="/p/$projectId/dictionary/events/$name"
            params={{ projectId, name: event }}
            className="text-accent-text wrap-anywhere hover:underline"
          >
            {event}
          </Link>{" "}
          <span className="text-xs text-ink-soft">
            {volume_30d.toLocaleString("en")}
            {declared ? "" : ", not declared"}
          </span>
        </li>
      ))}
    </ul>
  );
}
