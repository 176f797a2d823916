import type { ReactNode } from "react";

/** A small word beside a name: "Beta", "default", a region. For a status use `StatusChip`. */
export const Badge = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex items-center rounded border border-line bg-sunken px-1.5 text-2xs font-medium whitespace-nowrap text-ink-soft">
    {children}
  </span>
);
