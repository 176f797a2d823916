import { Plus } from "lucide-react";
import { Button } from "./Button.tsx";
import type { PickerItem } from "./Combobox.tsx";
import { FilterClause } from "./FilterClause.tsx";
import { FromLink } from "./FromLink.tsx";
import { type Clause, type Filters, filterWords } from "./filter-clauses.ts";
import { Select } from "./Select.tsx";

export type FilterBuilderProps = {
  filters: Filters;
  onChange: (filters: Filters) => void;
  /** What can be filtered by; `kind` is the property's type. Other names can be typed. */
  properties: readonly PickerItem[];
  /** Values seen of a property, most frequent first. Typing anything else is always possible. */
  loadValues?: (property: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Distinguishes the values of one event from those of another in the cache. */
  valuesKey?: string;
  addLabel?: string;
  "data-testid"?: string;
};

const MATCHES = [
  { value: "all", label: "all of these" },
  { value: "any", label: "any of these" },
] as const;

/** The one way to say which events count, on every page. Ask with `completeFilters(filters)`. */
export function FilterBuilder(props: FilterBuilderProps) {
  const { filters, onChange, properties, addLabel = "Filter" } = props;
  const { match = "all", clauses } = filters;
  const set = (next: Filters["clauses"]) => onChange({ ...filters, clauses: next });
  const replace = (at: number, clause: Clause) =>
    set(clauses.map((old, index) => (index === at ? clause : old)));
  return (
    <div className="space-y-2" data-testid={props["data-testid"] ?? "filters"}>
      {clauses.length < 2 ? null : (
        <div className="flex items-center gap-2 text-xs text-ink-soft">
          Count where
          <Select
            aria-label="How filters add up"
            className="max-w-32"
            choices={MATCHES}
            value={match}
            onChoose={(chosen) => onChange({ ...filters, match: chosen })}
          />
          hold
        </div>
      )}
      {clauses.map((clause, index) =>
        "property" in clause ? (
          <FilterClause
            // biome-ignore lint/suspicious/noArrayIndexKey: clauses have no name of their own; they only move when one is removed.
            key={index}
            clause={clause}
            properties={properties}
            loadValues={props.loadValues}
            valuesKey={props.valuesKey}
            onChange={(next) => replace(index, next)}
            onRemove={() => set(clauses.filter((_, other) => other !== index))}
          />
        ) : (
          <FromLink
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            key={index}
            words={`(${filterWords(clause)})`}
            removeLabel="Remove this group of filters"
            onRemove={() => set(clauses.filter((_, other) => other !== index))}
          />
        ),
      )}
      <Button
        size="sm"
        look="ghost"
        data-testid="filters.add"
        onClick={() => set([...clauses, { property: "", operator: "equals" }])}
      >
        <Plus aria-hidden /> {addLabel}
      </Button>
    </div>
  );
}
