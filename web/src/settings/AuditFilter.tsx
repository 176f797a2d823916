import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { TextInput } from "../ui/TextInput.tsx";

type AuditFilterProps = { action: string; onChange: (action: string) => void };

/** By the word of the act; asked for when it is whole, not at every letter. */
export function AuditFilter({ action, onChange }: AuditFilterProps) {
  const [text, setText] = useState(action);
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim());
      }}
    >
      <TextInput
        type="search"
        aria-label="Only this kind of act"
        placeholder="project.update"
        className="max-w-56"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">Filter</Button>
      {action === "" ? null : <Button onClick={() => onChange("")}>Clear</Button>}
    </form>
  );
}
