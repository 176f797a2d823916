import { useState } from "react";
import { Combobox, type PickerItem } from "../ui/Combobox.tsx";
import { FromLink } from "../ui/FromLink.tsx";
import { Select } from "../ui/Select.tsx";
import {
  detailWords,
  isExact,
  MEASURES,
  type MeasureWord,
  measureOf,
  needsProperty,
  wordOf,
} from "./measures.ts";
import type { ReportDraft } from "./report-document.ts";

type Measure = ReportDraft["measure"];
type MeasurePickerProps = {
  measure: Measure;
  properties: readonly PickerItem[];
  onChange: (measure: Measure) => void;
};

/** What is counted: events, people, or what a property says. */
export function MeasurePicker({ measure, properties, onChange }: MeasurePickerProps) {
  // Which property cannot be guessed; until it is chosen, the question stays as it is.
  const [waiting, setWaiting] = useState<MeasureWord>();
  const word = waiting ?? wordOf(measure);
  const property = measure !== undefined && "property" in measure ? measure.property : undefined;
  return (
    <div className="space-y-2">
      <Select
        aria-label="What is counted"
        choices={MEASURES}
        value={word}
        onChoose={(chosen: MeasureWord) => {
          const isWaiting = needsProperty(chosen) && property === undefined;
          setWaiting(isWaiting ? chosen : undefined);
          if (!isWaiting) onChange(measureOf(chosen, property ?? ""));
        }}
        data-testid="report.measure"
      />
      {waiting !== undefined || measure === undefined || isExact(measure) ? null : (
        <FromLink
          words={`As the link has it: ${detailWords(measure)}`}
          removeLabel="Count events instead"
          onRemove={() => onChange(undefined)}
        />
      )}
      {property === undefined && waiting === undefined ? null : (
        <Combobox
          label="Property that is counted"
          items={properties}
          value={property}
          placeholder="Choose the property"
          onChange={(chosen) => {
            setWaiting(undefined);
            onChange(measureOf(word, chosen));
          }}
          data-testid="report.measured"
          className="w-full"
        />
      )}
    </div>
  );
}
