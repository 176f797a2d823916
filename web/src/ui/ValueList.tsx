import { X } from "lucide-react";
import { useState } from "react";

type Value = string | number | boolean;

type ValueListProps = {
  values: readonly Value[];
  /** Id of the suggestions. */
  list: string;
  toValue: (text: string) => Value;
  onChange: (values: Value[]) => void;
};

/** Several values typed one after the other; Enter, or leaving the field, adds one. */
export function ValueList({ values, list, toValue, onChange }: ValueListProps) {
  const [text, setText] = useState("");
  const add = () => {
    if (text === "") return;
    const value = toValue(text);
    if (!values.includes(value)) onChange([...values, value]);
    setText("");
  };
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-1 rounded-md border border-line-strong bg-surface px-1 py-0.5 focus-within:outline-2 focus-within:outline-focus">
      {values.map((value) => (
        <span
          key={`${typeof value} ${value}`}
          className="inline-flex max-w-full items-center gap-0.5 rounded bg-hover pl-1.5 text-xs"
        >
          <span className="truncate">{String(value)}</span>
          <button
            type="button"
            aria-label={`Remove ${value}`}
            className="inline-flex size-6 items-center justify-center rounded hover:text-bad-text"
            onClick={() => onChange(values.filter((other) => other !== value))}
          >
            <X aria-hidden className="size-3" />
          </button>
        </span>
      ))}
      <input
        aria-label="Value"
        list={list}
        value={text}
        placeholder={values.length === 0 ? "Value" : "or"}
        className="h-6 min-w-16 flex-1 bg-transparent px-1.5 text-sm outline-none"
        data-testid="filters.value"
        onChange={(event) => setText(event.target.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            add();
          }
          if (event.key === "Backspace" && text === "") onChange(values.slice(0, -1));
        }}
      />
    </div>
  );
}
