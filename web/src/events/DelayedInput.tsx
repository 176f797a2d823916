import { useEffect, useState } from "react";
import { TextInput } from "../ui/TextInput.tsx";

type DelayedInputProps = {
  label: string;
  value: string | undefined;
  /** Nothing when it was emptied. */
  onChange: (value: string | undefined) => void;
  placeholder?: string;
  className?: string;
  "data-testid"?: string;
};

const DELAY_MS = 400;

/** Text that counts once one stops typing. */
export function DelayedInput({ label, value, onChange, ...rest }: DelayedInputProps) {
  const [text, setText] = useState(value ?? "");
  const [known, setKnown] = useState(value);
  if (known !== value) {
    // It was changed elsewhere: cleared, or by the Back button.
    setKnown(value);
    setText(value ?? "");
  }
  useEffect(() => {
    if (text === (value ?? "")) return;
    const timer = setTimeout(() => onChange(text === "" ? undefined : text), DELAY_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput {...rest} aria-label={label} value={text} onChange={(event) => setText(event.target.value)} />
  );
}
