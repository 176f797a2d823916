import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

const TONES = {
  info: { look: "bg-info-soft text-info-text", icon: Info },
  ok: { look: "bg-ok-soft text-ok-text", icon: CircleCheck },
  warn: { look: "bg-warn-soft text-warn-text", icon: TriangleAlert },
  bad: { look: "bg-bad-soft text-bad-text", icon: CircleAlert },
} as const;

export type Tone = keyof typeof TONES;

type NoticeProps = Omit<ComponentProps<"div">, "title" | "className"> & {
  tone?: Tone;
  title?: ReactNode;
  className?: string;
};

/** A few sentences that belong to what stands below. */
export function Notice({ tone = "info", title, children, className, ...rest }: NoticeProps) {
  const { look, icon: Icon } = TONES[tone];
  return (
    <div {...rest} className={cx("flex gap-2.5 rounded-lg px-3 py-2.5", look, className)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        {title === undefined ? null : <p className="font-medium">{title}</p>}
        {children}
      </div>
    </div>
  );
}
