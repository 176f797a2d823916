import { useState } from "react";
import { Button } from "./Button.tsx";
import { Field } from "./Field.tsx";
import { Select } from "./Select.tsx";
import { TextInput } from "./TextInput.tsx";
import type { TimeFrame } from "./time-frame.ts";

type DateRangeFormProps = { value: TimeFrame; onChoose: (frame: TimeFrame) => void; zone: string };

const UNIT_CHOICES = [
  { value: "hour", label: "hours" },
  { value: "day", label: "days" },
  { value: "week", label: "weeks" },
  { value: "month", label: "months" },
  { value: "quarter", label: "quarters" },
  { value: "year", label: "years" },
] as const;

type Unit = (typeof UNIT_CHOICES)[number]["value"];

/** Any other range: the last so many, or from day to day. Without a last day it runs until today. */
export function DateRangeForm({ value, onChoose, zone }: DateRangeFormProps) {
  const [last, setLast] = useState("last" in value ? String(value.last) : "14");
  const [unit, setUnit] = useState<Unit>("last" in value && value.unit !== "minute" ? value.unit : "day");
  const [from, setFrom] = useState("from" in value ? value.from : "since" in value ? value.since : "");
  const [to, setTo] = useState("from" in value ? value.to : "");
  const count = Number(last);
  const isBackwards = to !== "" && to < from;
  return (
    <div className="w-60 space-y-4">
      <form
        className="space-y-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (Number.isInteger(count) && count >= 1 && count <= 10_000) onChoose({ last: count, unit });
        }}
      >
        <div className="grid grid-cols-2 gap-2">
          <Field label="Last" required>
            <TextInput
              type="number"
              min={1}
              max={10_000}
              value={last}
              onChange={(event) => setLast(event.target.value)}
            />
          </Field>
          <Field label="Unit" required>
            <Select choices={UNIT_CHOICES} value={unit} onChoose={setUnit} />
          </Field>
        </div>
        <Button type="submit" size="sm">
          Use the last {last} {unit}s
        </Button>
      </form>
      <form
        className="space-y-2 border-t border-line pt-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (from !== "" && !isBackwards) onChoose(to === "" ? { since: from } : { from, to });
        }}
      >
        <Field label="From" required>
          <TextInput type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        </Field>
        <Field
          label="To"
          hint="Left empty: until today."
          error={isBackwards ? "Ends before it begins." : undefined}
        >
          <TextInput type="date" value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
        <Button type="submit" size="sm" disabled={from === "" || isBackwards}>
          Use these days
        </Button>
      </form>
      <p className="text-xs text-ink-faint">Days begin and end in {zone}.</p>
    </div>
  );
}
