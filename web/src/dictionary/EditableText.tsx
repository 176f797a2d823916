import { Pencil } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { cx } from "../ui/cx.ts";
import { TextInput } from "../ui/TextInput.tsx";
import { Tooltip } from "../ui/Tooltip.tsx";
import { toastFailure } from "./toast-failure.ts";

type EditableTextProps = {
  /** What it is, of what: "Description of Purchase". */
  label: string;
  value: string | null;
  maxLength: number;
  /** Answers whether it is saved; what is not stays in the field. */
  onSave: (value: string | null) => Promise<boolean>;
  disabledReason: string | undefined;
  "data-testid"?: string;
};

/** A text that is edited where it stands: Enter or leaving it saves, Esc does not. */
export function EditableText(props: EditableTextProps) {
  const { label, value, maxLength, onSave, disabledReason } = props;
  const [draft, setDraft] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  /** Who ends it by a key goes on from where they were; the field that goes away with the focus is not left by them. */
  const endedByKey = useRef(false);
  useEffect(() => {
    if (draft !== undefined || !endedByKey.current) return;
    endedByKey.current = false;
    opener.current?.focus();
  }, [draft]);
  const save = async () => {
    setDraft(undefined);
    const next = draft?.trim() || null;
    if (draft === undefined || next === value) return;
    const isSaved = await onSave(next).catch((cause: unknown) => {
      toastFailure(cause);
      return false;
    });
    if (!isSaved) setDraft(draft);
  };
  const onKey = (event: KeyboardEvent) => {
    const { key } = event;
    if (key !== "Enter" && key !== "Escape") return;
    // The same stroke would press the button that gets the focus.
    event.preventDefault();
    endedByKey.current = true;
    if (key === "Enter") void save();
    else setDraft(undefined);
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
        onBlur={() => endedByKey.current || void save()}
      />
    );
  const isOff = disabledReason !== undefined;
  const button = (
    <button
      ref={opener}
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
