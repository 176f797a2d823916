import { X } from "lucide-react";
import { useMemo } from "react";
import { useProject } from "../app/useProject.ts";
import { readFilters } from "../reports/read-filters.ts";
import { Button } from "../ui/Button.tsx";
import { FilterBuilder } from "../ui/FilterBuilder.tsx";
import { Notice } from "../ui/Notice.tsx";
import { DelayedInput } from "./DelayedInput.tsx";
import { EventPicker } from "./EventPicker.tsx";
import { usePropertyItems } from "./property-items.ts";
import { useEventsSearch } from "./useEventsSearch.ts";
import { useValueLoader } from "./useValueLoader.ts";

/** Which events are listed. */
export function SearchFilters() {
  const { projectId } = useProject();
  const { search, set } = useEventsSearch();
  const { event, user } = search;
  const { filters, dropped } = useMemo(() => readFilters(search.filters), [search.filters]);
  const used = filters.clauses.flatMap((clause) => ("property" in clause ? [clause.property] : []));
  const properties = usePropertyItems(projectId, event, used);
  const loadValues = useValueLoader(projectId, event);
  const isFiltered = event !== undefined || user !== undefined || filters.clauses.length > 0;
  return (
    <div className="space-y-2" data-testid="events.filters">
      {dropped === 0 ? null : (
        <Notice tone="warn" data-testid="events.dropped">
          {dropped} of the filters in this link could not be read and {dropped === 1 ? "is" : "are"} left out.
        </Notice>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <EventPicker
          className="max-w-64 flex-1"
          value={event}
          placeholder="Any event"
          onChange={(name) => set({ event: name })}
          data-testid="events.event"
        />
        <DelayedInput
          label="User: any of their ids"
          className="max-w-56 min-w-36 flex-1"
          value={user}
          placeholder="Any user"
          onChange={(id) => set({ user: id })}
          data-testid="events.user"
        />
        {isFiltered ? (
          <Button
            look="ghost"
            size="sm"
            data-testid="events.clear"
            onClick={() => set({ event: undefined, user: undefined, filters: undefined })}
          >
            <X aria-hidden /> Clear
          </Button>
        ) : null}
      </div>
      <FilterBuilder
        filters={filters}
        properties={properties}
        loadValues={loadValues}
        valuesKey={`${projectId} ${event ?? ""}`}
        onChange={(next) => set({ filters: next })}
      />
    </div>
  );
}
