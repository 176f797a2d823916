import { X } from "lucide-react";
import { Button } from "./Button.tsx";
import { Combobox } from "./Combobox.tsx";
import type { FilterBuilderProps } from "./FilterBuilder.tsx";
import { FilterValue } from "./FilterValue.tsx";
import {
  asideWords,
  type Clause,
  operatorsFor,
  operatorWords,
  shapeOf,
  USUAL_SPAN,
} from "./filter-clauses.ts";
import { Select } from "./Select.tsx";

type FilterClauseProps = {
  clause: Clause;
  properties: FilterBuilderProps["properties"];
  loadValues: FilterBuilderProps["loadValues"] | undefined;
  valuesKey: string | undefined;
  onChange: (clause: Clause) => void;
  onRemove: () => void;
};

/** One line: property, operator, value. */
export function FilterClause(props: FilterClauseProps) {
  const { clause, properties, loadValues, valuesKey, onChange, onRemove } = props;
  const known = properties.find(({ name }) => name === clause.property);
  const operators = operatorsFor(known?.kind);
  const choose = (property: string) => {
    const [usual = "equals"] = operatorsFor(properties.find(({ name }) => name === property)?.kind);
    onChange({ property, operator: usual });
  };
  const operate = (operator: Clause["operator"]) => {
    const { value, ...rest } = clause;
    const keeps = value !== undefined && shapeOf(operator) === shapeOf(clause.operator);
    if (keeps) return onChange({ ...rest, operator, value });
    onChange(shapeOf(operator) === "span" ? { ...rest, operator, value: USUAL_SPAN } : { ...rest, operator });
  };
  const isUnknown =
    clause.property !== "" && clause.of !== "profile" && known === undefined && properties.length > 0;
  return (
    <div className="rounded-lg border border-line bg-surface p-1.5" data-testid="filters.clause">
      <div className="flex flex-wrap items-start gap-1.5">
        <Combobox
          label="Property"
          items={properties}
          value={clause.property || undefined}
          onChange={choose}
          placeholder="Property"
          className="max-w-56 flex-1"
        />
        <Select
          aria-label="Operator"
          className="max-w-40 flex-1"
          value={clause.operator}
          choices={withOwn(operators, clause.operator).map((value) => ({
            value,
            label: operatorWords(value),
          }))}
          onChoose={operate}
        />
        <FilterValue
          clause={clause}
          kind={known?.kind}
          loadValues={loadValues}
          valuesKey={valuesKey}
          onChange={(value) => onChange({ ...clause, value })}
        />
        <Button
          look="ghost"
          size="icon"
          className="ml-auto"
          aria-label="Remove this filter"
          onClick={onRemove}
        >
          <X aria-hidden />
        </Button>
      </div>
      {asideWords(clause) === "" ? null : (
        <p className="px-1 pt-1 text-xs text-ink-soft">Asked{asideWords(clause)}.</p>
      )}
      {isUnknown ? (
        <p className="px-1 pt-1 text-xs text-warn-text">
          Not among the properties of the last 30 days. It still counts, for older events too.
        </p>
      ) : null}
    </div>
  );
}

/** A link may carry an operator that is unusual for the type; it is kept, not swapped in silence. */
const withOwn = <Item,>(items: readonly Item[], own: Item): readonly Item[] =>
  items.includes(own) ? items : [...items, own];
