import { type ComponentProps, useState } from "react";
import { TextInput } from "../../ui/TextInput.tsx";

type CommitTextProps = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  value: string;
  onCommit: (value: string) => void;
};

/** Text that counts when the field is left or Enter is pressed: each of them asks the warehouse for a preview. */
export function CommitText({ value, onCommit, ...rest }: CommitTextProps) {
  const [shown, setShown] = useState({ of: value, text: value });
  // What came from elsewhere, as by going back, takes the place of what was typed.
  if (shown.of !== value) setShown({ of: value, text: value });
  const commit = () => shown.text !== value && onCommit(shown.text);
  return (
    <TextInput
      {...rest}
      value={shown.text}
      onChange={(event) => setShown({ of: value, text: event.target.value })}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}
