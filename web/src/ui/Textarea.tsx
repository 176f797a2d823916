import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { useFieldControl } from "./Field.tsx";
import { INPUT_CLASS } from "./input-class.ts";

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  const control = useFieldControl();
  return <textarea rows={rows} {...control} {...rest} className={cx(INPUT_CLASS, "py-1.5", className)} />;
}
