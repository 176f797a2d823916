import type { ComponentProps, MouseEvent } from "react";
import { cx } from "./cx.ts";
import { Tooltip } from "./Tooltip.tsx";

const LOOKS = {
  primary: "bg-accent text-accent-ink hover:bg-accent-hover border-transparent",
  secondary: "bg-surface text-ink hover:bg-hover border-line-strong/60",
  ghost: "bg-transparent text-ink-soft hover:bg-hover hover:text-ink border-transparent",
  danger: "bg-bad text-bad-ink hover:bg-bad-hover border-transparent",
} as const;

const SIZES = {
  sm: "h-7 px-2 text-xs gap-1",
  md: "h-8 px-3 text-sm gap-1.5",
  icon: "size-8 justify-center",
} as const;

/** Also for links that look like a button: `<Link className={buttonClass("primary")} …>`. */
export const buttonClass = (
  look: keyof typeof LOOKS = "secondary",
  size: keyof typeof SIZES = "md",
): string =>
  cx(
    "inline-flex shrink-0 items-center rounded-md border font-medium whitespace-nowrap transition-colors",
    "aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0",
    LOOKS[look],
    SIZES[size],
  );

type ButtonProps = ComponentProps<"button"> & {
  look?: keyof typeof LOOKS;
  size?: keyof typeof SIZES;
  /** Why it cannot be pressed, such as "Owners and admins can do this". Said on hover and to screen readers. */
  disabledReason?: string | undefined;
  /** While the work it started is under way. */
  busy?: boolean | undefined;
};

/** A button that cannot be pressed keeps its place in the tab order: somebody may want to know why. */
export function Button(props: ButtonProps) {
  const { look, size, disabled, disabledReason, busy, className, onClick, ...rest } = props;
  const off = disabled || busy || disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (off) event.preventDefault();
    else onClick?.(event);
  };
  const button = (
    <button
      type="button"
      {...rest}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      className={cx(buttonClass(look, size), className)}
      onClick={press}
    />
  );
  return disabledReason === undefined ? button : <Tooltip text={disabledReason}>{button}</Tooltip>;
}
