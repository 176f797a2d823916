import {
  Circle,
  CircleAlert,
  CircleCheck,
  Info,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
} from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

const TONES = {
  ok: { look: "bg-ok-soft text-ok-text", icon: CircleCheck },
  warn: { look: "bg-warn-soft text-warn-text", icon: TriangleAlert },
  bad: { look: "bg-bad-soft text-bad-text", icon: CircleAlert },
  info: { look: "bg-info-soft text-info-text", icon: Info },
  running: { look: "bg-accent-soft text-accent-text", icon: LoaderCircle },
  off: { look: "bg-sunken text-ink-soft", icon: Circle },
} as const;

export type StatusTone = keyof typeof TONES;

type StatusChipProps = Omit<ComponentProps<"span">, "className"> & {
  tone: StatusTone;
  /** Where two states share a tone, each has an icon of its own. */
  icon?: LucideIcon;
};

/** A state as icon, word and colour: each of them alone tells it. */
export function StatusChip({ tone, icon, children, ...rest }: StatusChipProps) {
  const { look, icon: usual } = TONES[tone];
  const Icon = icon ?? usual;
  return (
    <span
      data-testid="status"
      {...rest}
      className={cx(
        "inline-flex h-5.5 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap",
        look,
      )}
    >
      <Icon
        aria-hidden
        className={cx("size-3.5", tone === "running" && icon === undefined && "animate-spin")}
      />
      {children}
    </span>
  );
}
