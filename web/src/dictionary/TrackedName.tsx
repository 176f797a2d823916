import type { ReactNode } from "react";
import { CopyButton } from "../ui/CopyButton.tsx";

/** The name as it is tracked, to be copied. Long ones end after three lines. */
export const TrackedName = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className="flex items-start gap-1">
    <span className="line-clamp-3 min-w-0 pt-px wrap-anywhere" title={name}>
      {children}
    </span>
    <span className="-my-0.5">
      <CopyButton text={name} label={`Copy the name ${name}`} />
    </span>
  </span>
);
