import { cx } from "./cx.ts";

/** Lines where text will stand. */
export const Skeleton = ({ lines = 4, className }: { lines?: number; className?: string }) => (
  <div aria-hidden className={cx("space-y-2.5", className)}>
    {Array.from({ length: lines }, (_, line) => (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines have nothing but their place.
        key={line}
        className={cx("h-4 animate-pulse rounded bg-hover", line === lines - 1 ? "w-2/3" : "w-full")}
      />
    ))}
  </div>
);
