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
  /** For what is shown once: a click beside it does not close it. */
  keepsOpen?: boolean;
  /** The buttons at the bottom, the primary one last. `<DialogClose>` closes. */
  footer?: ReactNode;
  "data-testid"?: string;
  children?: ReactNode;
};

/** A question that must be answered, or put aside, before the page goes on. */
export function Dialog(props: DialogProps) {
  const {
    title,
    description,
    trigger,
    open,
    onOpenChange,
    wide,
    keepsOpen = false,
    footer,
    children,
    ...rest
  } = props;
  return (
    <Base.Root
      disablePointerDismissal={keepsOpen}
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
            <Base.Title className="px-5 pt-4 pr-14 text-base font-semibold wrap-anywhere">{title}</Base.Title>
            {description === undefined ? null : (
              <Base.Description className="px-5 pt-1 text-ink-soft">{description}</Base.Description>
            )}
            <div className="px-5 py-4">{children}</div>
            {footer === undefined ? null : (
              <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
                {footer}
              </footer>
            )}
            {/* Last in the order of the keyboard: the focus begins at the first field. */}
            <Base.Close
              render={
                <Button look="ghost" size="icon" aria-label="Close" className="absolute top-3 right-3" />
              }
            >
              <X aria-hidden />
            </Base.Close>
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
