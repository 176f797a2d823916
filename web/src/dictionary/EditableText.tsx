import { Pencil } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Button } from "../ui/Button.tsx";
import { cx } from "../ui/cx.ts";
import { TextInput } from "../ui/TextInput.tsx";

type EditableTextProps = {
  /** What it is, of what: "Description of Purchase". */
  label: string;
  value: string | null;
  maxLength: number;
  onSave: (value: string | null) => Promise<unknown>;
  disabledReason: string | undefined;
  "data-testid"?: string;
};

/** A text that is edited where it stands: Enter or leaving it saves, Esc does not. */
export function EditableText(props: EditableTextProps) {
  const { label, value, maxLength, onSave, disabledReason } = props;
  const [draft, setDraft] = useState<string>();
  const save = () => {
    setDraft(undefined);
    const next = draft?.trim() || null;
    if (next !== value) void onSave(next);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter") save();
    if (event.key === "Escape") setDraft(undefined);
  };
  if (draft !== undefined)
    return (
      <TextInput
        autoFocus
        aria-label={label}
        value={draft}
        maxLength={maxLength}
        className="min-w-40"
        data-testid={props["data-testid"]}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKey}
        onBlur={save}
      />
    );
  return (
    <Button
      look="ghost"
      size="sm"
      aria-label={`Edit: ${label}`}
      disabledReason={disabledReason}
      data-testid={props["data-testid"]}
      className="group -ml-2 h-auto min-h-7 max-w-full text-left text-sm font-normal whitespace-normal"
      onClick={() => setDraft(value ?? "")}
    >
      <span
        className={cx("line-clamp-2 min-w-0 wrap-anywhere", value === null ? "text-ink-faint" : "text-ink")}
      >
        {value ?? "Add"}
      </span>
      <Pencil
        aria-hidden
        className="size-3! opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
      />
    </Button>
  );
}
