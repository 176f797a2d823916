import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./Button.tsx";

type DrawerProps = {
  title: ReactNode;
  open: boolean;
  onClose: () => void;
  /** Beside the title: a chip, a link to the whole page. */
  aside?: ReactNode;
  footer?: ReactNode;
  "data-testid"?: string;
  children: ReactNode;
};

/** Details of one thing of a list, from the right, with the list still in sight behind. */
export function Drawer({ title, open, onClose, aside, footer, children, ...rest }: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-overlay" />
        <Base.Popup
          {...rest}
          className="fixed inset-y-0 right-0 z-50 flex w-full max-w-2xl flex-col border-l border-line bg-raised text-ink shadow-raised outline-none"
        >
          <header className="flex items-center gap-3 border-b border-line px-5 py-3">
            <Base.Title className="min-w-0 text-base font-semibold wrap-anywhere">{title}</Base.Title>
            {aside}
            <Base.Close
              render={<Button look="ghost" size="icon" aria-label="Close" className="-mr-2 ml-auto" />}
            >
              <X aria-hidden />
            </Base.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer === undefined ? null : (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
