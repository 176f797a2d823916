import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "./Button.tsx";
import { dismissToast, toasts } from "./toast.ts";

/** Where `toast(…)` appears. Stands once, in the frame. */
export function Toasts() {
  const messages = useSyncExternalStore(toasts.subscribe, toasts.read);
  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      className="pointer-events-none fixed right-3 bottom-3 z-60 flex w-[min(24rem,calc(100vw-1.5rem))] flex-col gap-2"
    >
      {messages.map(({ id, text, tone, undo }) => (
        <div
          key={id}
          data-testid="toast"
          className="pointer-events-auto flex items-center gap-2 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3 shadow-raised"
        >
          {tone === "ok" ? (
            <CircleCheck aria-hidden className="size-4 shrink-0 text-ok-text" />
          ) : (
            <CircleAlert aria-hidden className="size-4 shrink-0 text-bad-text" />
          )}
          <p className="min-w-0 flex-1 wrap-anywhere">{text}</p>
          {undo === undefined ? null : (
            <Button
              size="sm"
              data-testid="toast.undo"
              onClick={() => {
                undo();
                dismissToast(id);
              }}
            >
              Undo
            </Button>
          )}
          <Button look="ghost" size="icon" aria-label="Dismiss the message" onClick={() => dismissToast(id)}>
            <X aria-hidden />
          </Button>
        </div>
      ))}
    </section>
  );
}
