import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

type CardProps = Omit<ComponentProps<"section">, "title"> & { title?: ReactNode; action?: ReactNode };

/** A part of a page with a border of its own. */
export function Card({ title, action, className, children, ...rest }: CardProps) {
  return (
    <section {...rest} className={cx("rounded-lg border border-line bg-surface p-4", className)}>
      {title === undefined ? null : (
        <header className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-sm font-semibold">{title}</h2>
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
