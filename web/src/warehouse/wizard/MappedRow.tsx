import { StatusChip } from "../../ui/StatusChip.tsx";
import { Moment } from "../Moment.tsx";
import type { Preview } from "../queries.ts";

type MappedEvent = { event: string; properties: Record<string, unknown> };

const isEvent = (result: unknown): result is MappedEvent =>
  typeof result === "object" && result !== null && "event" in result && "properties" in result;

/** What we add to every event says nothing about this row. */
const ADDED = ["time", "token", "$import", "$source"];

/** One row as the event it becomes, or why it cannot. */
export function MappedRow({ row }: { row: Preview["rows"][number] }) {
  const { result, problem } = row;
  if (problem !== null) {
    return (
      <li className="space-y-1 py-2">
        <StatusChip tone="bad">Not imported</StatusChip>
        <p className="wrap-anywhere">
          {problem.field}: {problem.message}
        </p>
      </li>
    );
  }
  const properties = isEvent(result) ? result.properties : row.row;
  const time = isEvent(result) ? result.properties.time : undefined;
  return (
    <li className="py-2">
      {isEvent(result) ? (
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium wrap-anywhere">{result.event}</span>
          {typeof time === "number" ? (
            <span className="text-xs text-ink-soft">
              <Moment at={time} />
            </span>
          ) : null}
        </p>
      ) : null}
      <dl className="mt-1 flex flex-wrap gap-x-3 gap-y-0.5 text-xs">
        {Object.entries(properties)
          .filter(([name, value]) => !ADDED.includes(name) && value !== null && value !== "")
          .map(([name, value]) => (
            <div key={name} className="flex max-w-full gap-1">
              <dt className="shrink-0 text-ink-faint">{name}</dt>
              <dd className="max-w-60 truncate font-mono">
                {typeof value === "object" ? JSON.stringify(value) : String(value)}
              </dd>
            </div>
          ))}
      </dl>
    </li>
  );
}
