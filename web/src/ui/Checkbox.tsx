import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx.ts";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & {
  /** Left out only where an `aria-label` says it, as in tables. */
  label?: ReactNode;
  hint?: ReactNode;
  /** Some but not all. */
  some?: boolean;
};

export function Checkbox({ label, hint, some = false, className, ...rest }: CheckboxProps) {
  const id = useId();
  const box = (
    <input
      {...rest}
      id={id}
      type="checkbox"
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      ref={(element) => {
        if (element) element.indeterminate = some;
        if (typeof rest.ref === "function") rest.ref(element);
      }}
      className="size-4 shrink-0 cursor-pointer accent-accent disabled:cursor-not-allowed"
    />
  );
  if (label === undefined)
    return <span className={cx("inline-flex size-6 items-center justify-center", className)}>{box}</span>;
  return (
    <div className={cx("flex min-h-6 items-start gap-2", className)}>
      <span className="flex h-6 items-center">{box}</span>
      <div className="min-w-0 pt-px">
        <label htmlFor={id} className="cursor-pointer">
          {label}
        </label>
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className="text-xs text-ink-faint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
