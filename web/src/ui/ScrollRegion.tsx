import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

/** What scrolls by itself inside of the page, such as a wide table. It has a name and can be scrolled by keyboard. */
export const ScrollRegion = ({
  className,
  ...rest
}: ComponentProps<"section"> & { "aria-label": string }) => (
  <section
    {...rest}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus nobody could scroll it by keyboard.
    tabIndex={0}
    className={cx("overflow-auto -outline-offset-2", className)}
  />
);
