import { Combobox, type PickerItem } from "../ui/Combobox.tsx";
import { FromLink } from "../ui/FromLink.tsx";
import { Select } from "../ui/Select.tsx";
import { detailWords, isExact, MEASURES, type MeasureWord, measureOf, wordOf } from "./measures.ts";
import type { ReportDraft } from "./report-document.ts";

type Measure = ReportDraft["measure"];
type MeasurePickerProps = {
  measure: Measure;
  properties: readonly PickerItem[];
  onChange: (measure: Measure) => void;
};

/** What is counted: events, people, or what a property says. */
export function MeasurePicker({ measure, properties, onChange }: MeasurePickerProps) {
  const word = wordOf(measure);
  const property = measure !== undefined && "property" in measure ? measure.property : undefined;
  return (
    <div className="space-y-2">
      <Select
        aria-label="What is counted"
        choices={MEASURES}
        value={word}
        onChoose={(chosen: MeasureWord) => onChange(measureOf(chosen, property ?? properties[0]?.name ?? ""))}
        data-testid="report.measure"
      />
      {measure === undefined || isExact(measure) ? null : (
        <FromLink
          words={`As the link has it: ${detailWords(measure)}`}
          removeLabel="Count events instead"
          onRemove={() => onChange(undefined)}
        />
      )}
      {property === undefined ? null : (
        <Combobox
          label="Property that is counted"
          items={properties}
          value={property}
          onChange={(chosen) => onChange(measureOf(word, chosen))}
          className="w-full"
        />
      )}
    </div>
  );
}
