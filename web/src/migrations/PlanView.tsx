import { ChartFrame } from "../ui/ChartFrame.tsx";
import { DataTable } from "../ui/DataTable.tsx";
import { formatCount, formatEvents } from "../ui/format.ts";
import { Notice } from "../ui/Notice.tsx";
import type { TableColumn } from "../ui/table-types.ts";
import type { Migration, Plan } from "./queries.ts";
import { durationWords, sizeWords } from "./words.ts";

/** What a dry run found: how much of what, what it does to this month's usage, how long it takes. */
export function PlanView({ migration, plan }: { migration: Migration; plan: Plan }) {
  const { usage_this_month: usage, by_day: days } = plan;
  const all = days.reduce((sum, { events }) => sum + events, 0);
  return (
    <div className="space-y-5" data-testid="migrations.plan">
      <Notice tone="info" title={`${formatEvents(migration.events.would_load ?? 0)} would be loaded`}>
        <p>
          {usage === undefined
            ? null
            : `Migrated events count toward this month's usage: ${formatCount(usage.before)} now, ${formatCount(usage.after)} afterwards. `}
          The export is {sizeWords(plan.exported_bytes)} unpacked; loading it takes about{" "}
          {durationWords(plan.expected_seconds)}.
        </p>
      </Notice>
      {days.length === 0 ? null : (
        <ChartFrame
          title="Events by day"
          summary={`${formatEvents(all)}, ${days[0]?.day} to ${days.at(-1)?.day} (UTC days).`}
          kind="bar"
          labels={days.map(({ day }) => day)}
          labelHeader="UTC day"
          series={[{ name: "Events", values: days.map(({ events }) => events) }]}
          height={220}
          fileName={`migration_${migration.job_id}_days`}
          data-testid="migrations.by-day"
        />
      )}
      <section aria-label="Events by name">
        <h2 className="mb-2 font-semibold">By event</h2>
        <DataTable
          label="Events by name"
          rows={plan.by_event}
          rowId={({ event }) => event}
          columns={EVENTS}
          initialSort={{ column: "events", descending: true }}
          csvName={`migration_${migration.job_id}_events`}
          data-testid="migrations.by-event"
        />
      </section>
      <details>
        <summary className="min-h-6 cursor-pointer font-semibold">
          {formatCount(plan.properties.length)} properties with their types
          {plan.properties_cut ? ", the first of them" : ""}
        </summary>
        <div className="mt-2">
          <DataTable
            label="Properties and their types"
            rows={plan.properties}
            rowId={({ event, property }) => JSON.stringify([event, property])}
            columns={PROPERTIES}
            csvName={`migration_${migration.job_id}_properties`}
          />
        </div>
      </details>
    </div>
  );
}

const EVENTS: TableColumn<Plan["by_event"][number]>[] = [
  {
    id: "event",
    header: "Event",
    isName: true,
    sortBy: ({ event }) => event,
    cell: ({ event }) => <span className="wrap-anywhere">{event}</span>,
  },
  {
    id: "events",
    header: "Events",
    align: "right",
    sortBy: ({ events }) => events,
    cell: ({ events }) => formatCount(events),
  },
];

const typeWords = (types: Readonly<Record<string, number>>): string =>
  Object.entries(types)
    .map(([type, count]) => `${type} (${formatCount(count)})`)
    .join(", ");

const PROPERTIES: TableColumn<Plan["properties"][number]>[] = [
  {
    id: "property",
    header: "Property",
    isName: true,
    sortBy: ({ property }) => property,
    cell: ({ property }) => <span className="wrap-anywhere">{property}</span>,
  },
  {
    id: "event",
    header: "Of the event",
    sortBy: ({ event }) => event,
    cell: ({ event }) => <span className="wrap-anywhere">{event}</span>,
  },
  {
    id: "types",
    header: "Types",
    csv: ({ types }) => typeWords(types),
    cell: ({ types }) => typeWords(types),
  },
];
