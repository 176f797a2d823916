import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { useFieldControl } from "./Field.tsx";
import { INPUT_CLASS } from "./input-class.ts";

/** One line of text. Outside of a `Field` give it an `aria-label`. */
export function TextInput({ className, ...rest }: ComponentProps<"input">) {
  const control = useFieldControl();
  return <input type="text" {...control} {...rest} className={cx(INPUT_CLASS, "h-8", className)} />;
}
