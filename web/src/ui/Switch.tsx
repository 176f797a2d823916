import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

type SwitchProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  /** Why it cannot be changed. */
  disabledReason?: string | undefined;
  "data-testid"?: string;
};

/** On or off, at once. What takes effect only with a form is a `Checkbox`. */
export function Switch({ checked, onChange, label, disabledReason, ...rest }: SwitchProps) {
  const id = useId();
  const off = disabledReason !== undefined;
  return (
    <span className="inline-flex min-h-6 items-center gap-2" title={disabledReason}>
      <button
        {...rest}
        type="button"
        role="switch"
        id={id}
        aria-checked={checked}
        aria-disabled={off || undefined}
        aria-labelledby={`${id}-label`}
        onClick={() => off || onChange(!checked)}
        className={cx(
          "inline-flex h-5 w-9 shrink-0 items-center rounded-full border px-0.5 transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
          checked ? "border-accent bg-accent" : "border-line-strong bg-surface",
        )}
      >
        <span
          className={cx(
            "size-3.5 rounded-full transition-transform",
            checked ? "translate-x-4 bg-accent-ink" : "bg-line-strong",
          )}
        />
      </button>
      <label id={`${id}-label`} htmlFor={id} className="cursor-pointer">
        {label}
      </label>
    </span>
  );
}
