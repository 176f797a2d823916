import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type EmptyStateProps = {
  /** "No imports yet". */
  title: string;
  /** What would stand here and how it gets there; or which filters hide it. */
  children?: ReactNode;
  action?: ReactNode;
  icon?: LucideIcon;
};

export function EmptyState({ title, children, action, icon: Icon }: EmptyStateProps) {
  return (
    <div
      data-testid="empty"
      className="flex flex-col items-center rounded-lg border border-dashed border-line bg-surface px-6 py-10 text-center"
    >
      {Icon === undefined ? null : <Icon aria-hidden className="mb-3 size-7 text-ink-faint" />}
      <p className="font-medium">{title}</p>
      {children === undefined ? null : <div className="mt-1 max-w-prose text-ink-soft">{children}</div>}
      {action === undefined ? null : <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
