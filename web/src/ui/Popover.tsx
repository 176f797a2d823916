import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";

type PopoverProps = {
  /** What it is about, for those who listen. */
  label: string;
  trigger: ReactElement<Record<string, unknown>>;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: "start" | "center" | "end";
  children: ReactNode;
};

/** A small form or explanation beside the button that opens it. */
export function Popover({ label, trigger, open, onOpenChange, align = "start", children }: PopoverProps) {
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-50">
          <Base.Popup
            aria-label={label}
            className="max-h-[80dvh] max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-lg border border-line bg-raised p-3 text-ink shadow-raised outline-none"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
