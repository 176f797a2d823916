import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";

type DialogProps = {
  title: ReactNode;
  description?: ReactNode;
  /** The button that opens it; or leave it out and use `open`. */
  trigger?: ReactElement<Record<string, unknown>>;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  wide?: boolean;
  /** The buttons at the bottom, the primary one last. `<DialogClose>` closes. */
  footer?: ReactNode;
  "data-testid"?: string;
  children?: ReactNode;
};

/** A question that must be answered, or put aside, before the page goes on. */
export function Dialog(props: DialogProps) {
  const { title, description, trigger, open, onOpenChange, wide, footer, children, ...rest } = props;
  return (
    <Base.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      {trigger === undefined ? null : <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-overlay" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-start justify-center overflow-y-auto p-3 pt-[8dvh]">
          <Base.Popup
            {...rest}
            className={cx(
              "relative w-full rounded-xl border border-line bg-raised text-ink shadow-raised outline-none",
              wide ? "max-w-3xl" : "max-w-lg",
            )}
          >
            <header className="flex items-start justify-between gap-3 px-5 pt-4">
              <Base.Title className="text-base font-semibold wrap-anywhere">{title}</Base.Title>
              <Base.Close
                render={<Button look="ghost" size="icon" aria-label="Close" className="-mt-1 -mr-2" />}
              >
                <X aria-hidden />
              </Base.Close>
            </header>
            {description === undefined ? null : (
              <Base.Description className="px-5 pt-1 text-ink-soft">{description}</Base.Description>
            )}
            <div className="px-5 py-4">{children}</div>
            {footer === undefined ? null : (
              <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
                {footer}
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** A button of the dialog that closes it without doing anything. */
export const DialogClose = ({ children = "Cancel" }: { children?: ReactNode }) => (
  <Base.Close render={<Button />}>{children}</Base.Close>
);
