import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  type SyntheticEvent,
  useId,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { placeNear } from "./place-near.ts";
import { useEscape } from "./useEscape.ts";

type TargetProps = Record<string, unknown> & { ref?: Ref<HTMLElement> };

type TooltipProps = {
  text: ReactNode;
  /** The element it belongs to; it must be able to take the focus, or the words reach nobody who uses a keyboard. */
  children: ReactElement<TargetProps>;
};

const OPEN_MS = 300;
/** Long enough to move the pointer from the element onto the words. */
const CLOSE_MS = 150;

/**
 * Words on hover and focus, which can be hovered themselves and go away with Esc. Written by hand: that of the library weighs
 * 34 KB, a fifth of what a first visit may load.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const { open, soon, now } = useDelayedOpen();
  const own = children.props;
  const target = cloneElement(children, {
    ref: (element: HTMLElement | null) => {
      anchor.current = element;
      if (typeof own.ref === "function") own.ref(element);
      else if (own.ref) own.ref.current = element;
    },
    "aria-describedby": open ? id : own["aria-describedby"],
    onPointerEnter: after(own.onPointerEnter, () => soon(true, OPEN_MS)),
    onPointerLeave: after(own.onPointerLeave, () => soon(false, CLOSE_MS)),
    onFocus: after(own.onFocus, () => now(true)),
    onBlur: after(own.onBlur, () => now(false)),
  });
  return (
    <>
      {target}
      {open ? (
        <Words
          id={id}
          anchor={anchor}
          onEnter={() => now(true)}
          onLeave={() => soon(false, CLOSE_MS)}
          onEscape={() => now(false)}
        >
          {text}
        </Words>
      ) : null}
    </>
  );
}

/** The element's own handler first: it may be the button of a menu or a dialog. */
const after = (own: unknown, then: () => void) => (event: SyntheticEvent) => {
  if (typeof own === "function") own(event);
  then();
};

type WordsProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  onEnter: () => void;
  onLeave: () => void;
  onEscape: () => void;
  children: ReactNode;
};

function Words({ id, anchor, onEnter, onLeave, onEscape, children }: WordsProps) {
  useEscape(onEscape);
  return createPortal(
    <div
      id={id}
      role="tooltip"
      ref={(popup) => placeNear(anchor.current, popup)}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fixed z-60 max-w-xs rounded-md border border-line bg-raised px-2 py-1 text-xs text-ink shadow-raised wrap-anywhere"
    >
      {children}
    </div>,
    document.body,
  );
}

function useDelayedOpen() {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const now = (next: boolean) => {
    clearTimeout(timer.current);
    setOpen(next);
  };
  const soon = (next: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), afterMs);
  };
  return { open, now, soon };
}
