import { useEffect, useId, useRef, useState } from "react";
import { TextInput } from "../ui/TextInput.tsx";

type FilterTextProps = {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  suggestions?: readonly string[];
  placeholder?: string;
  type?: "text" | "search";
  className?: string;
  "data-testid"?: string;
};

/** Long enough for the next key of a word. */
const PAUSE_MS = 250;

/** A filter that is typed. The list is asked for when one pauses. */
export function FilterText(props: FilterTextProps) {
  const { label, value = "", onChange, suggestions = [], placeholder = label, className = "w-32" } = props;
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const list = useId();
  // What the address says wins: Back, and Clear.
  useEffect(() => setText(value), [value]);
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next.trim() || undefined), PAUSE_MS);
  };
  return (
    <span className={className}>
      <TextInput
        type={props.type ?? "text"}
        aria-label={label}
        placeholder={placeholder}
        maxLength={255}
        list={list}
        value={text}
        data-testid={props["data-testid"]}
        onChange={(event) => type(event.target.value)}
      />
      <datalist id={list}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </span>
  );
}
