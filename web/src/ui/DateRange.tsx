import { CalendarDays } from "lucide-react";
import { useState } from "react";
import { Button } from "./Button.tsx";
import { DateRangeForm } from "./DateRangeForm.tsx";
import { Popover } from "./Popover.tsx";
import { FRAME_PRESETS, frameWords, isSameFrame, type TimeFrame } from "./time-frame.ts";

type DateRangeProps = {
  value: TimeFrame;
  onChange: (frame: TimeFrame) => void;
  /** In which days begin and end: the project's. Always in sight beside the range. */
  zone: string;
  "data-testid"?: string;
};

/** Which days are looked at. Relative ranges stay relative, in links too. */
export function DateRange({ value, onChange, zone, ...rest }: DateRangeProps) {
  const [open, setOpen] = useState(false);
  const choose = (frame: TimeFrame) => {
    onChange(frame);
    setOpen(false);
  };
  return (
    <Popover
      label="Time frame"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button data-testid="date-range" {...rest}>
          <CalendarDays aria-hidden />
          <span className="sr-only">Time frame: </span>
          {frameWords(value)}
          <span className="text-xs font-normal text-ink-faint">{zone}</span>
        </Button>
      }
    >
      <div className="flex flex-wrap gap-4">
        <ul className="min-w-36">
          {FRAME_PRESETS.map(({ label, frame }) => (
            <li key={label}>
              <Button
                look="ghost"
                size="sm"
                aria-pressed={isSameFrame(frame, value)}
                className="w-full aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
                onClick={() => choose(frame)}
              >
                {label}
              </Button>
            </li>
          ))}
        </ul>
        <DateRangeForm value={value} onChoose={choose} zone={zone} />
      </div>
    </Popover>
  );
}
