import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { useFieldControl } from "./Field.tsx";
import { INPUT_CLASS } from "./input-class.ts";

export type Choice<Value extends string = string> = { value: Value; label: string; disabled?: boolean };

type SelectProps<Value extends string> = Omit<ComponentProps<"select">, "children" | "value" | "multiple"> & {
  choices: readonly Choice<Value>[];
  value?: Value;
  /** With what was chosen, typed; `onChange` gives the event, for forms. */
  onChoose?: (value: Value) => void;
  /** The first line when nothing is chosen yet, such as "Choose a table". */
  placeholder?: string;
};

/** One of a few. The browser's own: it works with every keyboard, screen reader and phone. Of many, use `Combobox`. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { choices, onChoose, onChange, placeholder, className, ...rest } = props;
  const control = useFieldControl();
  return (
    <span className={cx("relative inline-block w-full", className)}>
      <select
        {...control}
        {...rest}
        onChange={(event) => {
          onChange?.(event);
          const chosen = choices.find(({ value }) => value === event.target.value);
          if (chosen) onChoose?.(chosen.value);
        }}
        className={cx(INPUT_CLASS, "h-8 appearance-none pr-8")}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {choices.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2 right-2 size-4 text-ink-faint" />
    </span>
  );
}
