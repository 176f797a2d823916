import { X } from "lucide-react";
import { useState } from "react";
import { writtenOnce } from "./filter-clauses.ts";

type Value = string | number | boolean;

type ValueListProps = {
  values: readonly Value[];
  /** Id of the suggestions. */
  list: string;
  /** What a text stands for: several values that are written alike are one to see. */
  toValues: (text: string) => readonly Value[];
  onChange: (values: Value[]) => void;
};

/** Several values typed one after the other; Enter, or leaving the field, adds one. */
export function ValueList({ values, list, toValues, onChange }: ValueListProps) {
  const [text, setText] = useState("");
  const add = () => {
    if (text === "") return;
    const added = toValues(text).filter((value) => !values.includes(value));
    if (added.length > 0) onChange([...values, ...added]);
    setText("");
  };
  const written = writtenOnce(values);
  const remove = (one: string | undefined) => onChange(values.filter((value) => String(value) !== one));
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-1 rounded-md border border-line-strong bg-surface px-1 py-0.5 focus-within:outline-2 focus-within:outline-focus">
      {written.map((value) => (
        <span
          key={value}
          className="inline-flex max-w-full items-center gap-0.5 rounded bg-hover pl-1.5 text-xs"
        >
          <span className="truncate">{value}</span>
          <button
            type="button"
            aria-label={`Remove ${value}`}
            className="inline-flex size-6 items-center justify-center rounded hover:text-bad-text"
            onClick={() => remove(value)}
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
          if (event.key === "Backspace" && text === "" && values.length > 0) remove(written.at(-1));
        }}
      />
    </div>
  );
}
