import { useProject } from "../app/useProject.ts";
import { usePropertyItems } from "../events/property-items.ts";
import { useValueLoader } from "../events/useValueLoader.ts";
import { Card } from "../ui/Card.tsx";
import { DateRange } from "../ui/DateRange.tsx";
import { FilterBuilder } from "../ui/FilterBuilder.tsx";
import { FromLink } from "../ui/FromLink.tsx";
import { Select } from "../ui/Select.tsx";
import { BreakdownPicker } from "./BreakdownPicker.tsx";
import { EventChoices } from "./EventChoices.tsx";
import { MeasurePicker } from "./MeasurePicker.tsx";
import type { useReportDraft } from "./useReportDraft.ts";

type ReportControlsProps = { report: ReturnType<typeof useReportDraft>; zone: string };

const UNITS = [
  { value: "minute", label: "by minute" },
  { value: "hour", label: "by hour" },
  { value: "day", label: "by day" },
  { value: "week", label: "by week" },
  { value: "month", label: "by month" },
  { value: "quarter", label: "by quarter" },
  { value: "year", label: "by year" },
] as const;

/** The question, from top to bottom: which events, what of them, when, which of them, by what. */
export function ReportControls({ report: { draft, change }, zone }: ReportControlsProps) {
  const { projectId } = useProject();
  const { events, filters = { clauses: [] }, breakdown, unit = "day" } = draft;
  const event = events.length === 1 ? (events[0]?.event ?? undefined) : undefined;
  const used = filters.clauses.flatMap((clause) => ("property" in clause ? [clause.property] : []));
  const properties = usePropertyItems(projectId, event, used);
  const loadValues = useValueLoader(projectId, event);
  return (
    <Card className="h-fit space-y-4" data-testid="report.controls" aria-label="The question">
      <Part title="Events">
        <EventChoices events={events} onChange={(next) => change({ events: next })} />
      </Part>
      <Part title="Count">
        <MeasurePicker
          measure={draft.measure}
          properties={properties}
          onChange={(measure) => change({ measure })}
        />
      </Part>
      <Part title="Time frame">
        <div className="flex flex-wrap gap-2">
          <DateRange
            value={draft.time_frame}
            onChange={(frame) => change({ time_frame: frame })}
            zone={zone}
            data-testid="report.time-frame"
          />
          <Select
            aria-label="Length of periods"
            className="max-w-32"
            choices={UNITS}
            value={unit}
            onChoose={(next) => change({ unit: next })}
            data-testid="report.unit"
          />
        </div>
      </Part>
      <Part title="Filters">
        <FilterBuilder
          filters={filters}
          properties={properties}
          loadValues={loadValues}
          valuesKey={`${projectId} ${event ?? ""}`}
          onChange={(next) => change({ filters: next })}
          data-testid="report.filters"
        />
        {draft.where === undefined ? null : (
          <FromLink
            words={`and where ${draft.where}`}
            removeLabel="Remove the expression"
            onRemove={() => change({ where: undefined })}
          />
        )}
      </Part>
      <Part title="Breakdown">
        <BreakdownPicker
          breakdown={breakdown}
          properties={properties}
          onChange={(next) => change({ breakdown: next })}
        />
      </Part>
    </Card>
  );
}

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section>
    <h2 className="mb-1.5 text-xs font-semibold text-ink-soft">{title}</h2>
    {children}
  </section>
);
