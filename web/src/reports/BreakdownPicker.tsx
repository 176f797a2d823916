import { X } from "lucide-react";
import { Button } from "../ui/Button.tsx";
import { Combobox, type PickerItem } from "../ui/Combobox.tsx";
import { Select } from "../ui/Select.tsx";
import type { ReportDraft } from "./report-document.ts";

type Breakdown = ReportDraft["breakdown"];
type BreakdownPickerProps = {
  breakdown: Breakdown;
  properties: readonly PickerItem[];
  onChange: (breakdown: Breakdown) => void;
};

const LIMITS = [
  { value: "5", label: "5 largest" },
  { value: "10", label: "10 largest" },
  { value: "25", label: "25 largest" },
  { value: "100", label: "100 largest" },
] as const;

/** A line for each value of one property. */
export function BreakdownPicker({ breakdown, properties, onChange }: BreakdownPickerProps) {
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Combobox
        label="Break down by"
        className="min-w-36 flex-1"
        items={properties}
        value={breakdown?.property}
        placeholder="No breakdown"
        onChange={(property) => onChange({ property, limit: breakdown?.limit ?? 10 })}
        data-testid="report.breakdown"
      />
      {breakdown === undefined ? null : (
        <span className="flex items-center gap-1">
          <Select
            aria-label="How many values"
            className="max-w-32"
            choices={LIMITS}
            value={LIMITS.find(({ value }) => Number(value) === (breakdown.limit ?? 10))?.value ?? "10"}
            onChoose={(limit) => onChange({ ...breakdown, limit: Number(limit) })}
          />
          <Button
            look="ghost"
            size="icon"
            aria-label="Remove the breakdown"
            onClick={() => onChange(undefined)}
          >
            <X aria-hidden />
          </Button>
        </span>
      )}
    </div>
  );
}
