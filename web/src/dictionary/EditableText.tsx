import { Pencil } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { cx } from "../ui/cx.ts";
import { TextInput } from "../ui/TextInput.tsx";
import { Tooltip } from "../ui/Tooltip.tsx";
import { toastFailure } from "./toast-failure.ts";

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
    if (draft !== undefined && next !== value) onSave(next).catch(toastFailure);
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
  const isOff = disabledReason !== undefined;
  const button = (
    <button
      type="button"
      aria-disabled={isOff || undefined}
      data-testid={props["data-testid"]}
      className="group flex min-h-6 w-full max-w-full items-start gap-1 rounded text-left hover:bg-hover aria-disabled:cursor-not-allowed"
      onClick={() => isOff || setDraft(value ?? "")}
    >
      <span className={cx("line-clamp-3 min-w-0 wrap-anywhere", value === null && "text-ink-faint")}>
        <span className="sr-only">Edit {label}: </span>
        {value ?? (isOff ? "–" : "Add")}
      </span>
      <Pencil
        aria-hidden
        className="mt-1 size-3 shrink-0 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
      />
    </button>
  );
  return isOff ? <Tooltip text={disabledReason}>{button}</Tooltip> : button;
}
