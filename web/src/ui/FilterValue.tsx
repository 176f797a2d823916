import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { FilterBuilderProps } from "./FilterBuilder.tsx";
import {
  type Clause,
  type ClauseValue,
  readingsOf,
  shapeOf,
  typedNumber,
  USUAL_SPAN,
} from "./filter-clauses.ts";
import { Select } from "./Select.tsx";
import { TextInput } from "./TextInput.tsx";
import { ValueList } from "./ValueList.tsx";

type FilterValueProps = {
  clause: Clause;
  kind: string | undefined;
  loadValues: FilterBuilderProps["loadValues"] | undefined;
  valuesKey: string | undefined;
  onChange: (value: ClauseValue) => void;
};

const SPANS = [
  { value: "hour", label: "hours" },
  { value: "day", label: "days" },
  { value: "week", label: "weeks" },
  { value: "month", label: "months" },
] as const;

/** What the property is held against, in the form that fits the operator. */
export function FilterValue({ clause, kind, loadValues, valuesKey, onChange }: FilterValueProps) {
  const { property, operator, value } = clause;
  const suggestions = useId();
  const shape = shapeOf(operator);
  const values = useQuery({
    queryKey: ["filter-values", valuesKey, property],
    queryFn: ({ signal }) => loadValues?.(property, signal) ?? [],
    enabled: loadValues !== undefined && property !== "" && (shape === "list" || shape === "text"),
    staleTime: 60_000,
  });
  const options = (
    <datalist id={suggestions}>
      {(values.data ?? []).map((option) => (
        <option key={option} value={option} />
      ))}
    </datalist>
  );
  if (shape === "none" || property === "") return null;
  if (shape === "list")
    return (
      <span className="min-w-40 flex-1">
        {options}
        <ValueList
          values={
            Array.isArray(value) ? value : value === undefined || typeof value === "object" ? [] : [value]
          }
          list={suggestions}
          toValues={(text) => readingsOf(text, kind)}
          onChange={onChange}
        />
      </span>
    );
  if (shape === "range") return <Range value={value} kind={kind} onChange={onChange} />;
  if (shape === "span") {
    const span = typeof value === "object" && !Array.isArray(value) ? value : USUAL_SPAN;
    return (
      <span className="flex max-w-52 flex-1 gap-1.5">
        <TextInput
          type="number"
          min={1}
          aria-label="How many"
          value={span.last}
          onChange={(event) =>
            onChange({ ...span, last: Math.max(1, Math.trunc(Number(event.target.value)) || 1) })
          }
        />
        <Select
          aria-label="Unit"
          choices={SPANS}
          value={SPANS.find((unit) => unit.value === span.unit)?.value ?? "day"}
          onChoose={(unit) => onChange({ ...span, unit })}
        />
      </span>
    );
  }
  return (
    <span className="max-w-64 min-w-32 flex-1">
      {options}
      <TextInput
        aria-label="Value"
        type={shape === "day" ? "date" : shape === "number" ? "number" : "text"}
        step="any"
        list={shape === "text" ? suggestions : undefined}
        value={typeof value === "object" || value === undefined ? "" : String(value)}
        onChange={(event) =>
          onChange(shape === "number" ? typedNumber(event.target.value) : event.target.value)
        }
        data-testid="filters.value"
      />
    </span>
  );
}

function Range({
  value,
  kind,
  onChange,
}: Pick<FilterValueProps, "kind" | "onChange"> & { value: Clause["value"] }) {
  const [from = "", to = ""] = Array.isArray(value) ? value : [];
  const type = kind === "datetime" || kind === "date" ? "date" : "number";
  const read = (text: string) => (type === "number" ? typedNumber(text) : text);
  return (
    <span className="flex max-w-64 flex-1 items-center gap-1.5">
      <TextInput
        aria-label="From"
        type={type}
        step="any"
        value={String(from)}
        onChange={(event) => onChange([read(event.target.value), to])}
      />
      and
      <TextInput
        aria-label="To"
        type={type}
        step="any"
        value={String(to)}
        onChange={(event) => onChange([from, read(event.target.value)])}
      />
    </span>
  );
}
