import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { cx } from "../ui/cx.ts";
import { fittingNames } from "../ui/fuzzy.ts";
import { type Destination, useDestinations } from "./useDestinations.ts";

type CommandPaletteProps = { projectId: number | undefined; onClose: () => void };

const SHOWN_MAX = 40;

/** One box to go anywhere: pages, projects, events. */
export function CommandPalette({ projectId, onClose }: CommandPaletteProps) {
  const id = useId();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const all = useDestinations(projectId);
  const shown = useMemo(() => fittingNames(all, query).slice(0, SHOWN_MAX), [all, query]);
  const go = (destination: Destination | undefined) => {
    if (destination === undefined) return;
    onClose();
    destination.go();
  };
  const step = (by: number) =>
    setAt((now) => (shown.length === 0 ? 0 : (now + by + shown.length) % shown.length));
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-overlay" />
        <Dialog.Popup
          aria-label="Go to"
          data-testid="palette"
          className="fixed top-[10dvh] left-1/2 z-50 w-[min(36rem,calc(100vw-1.5rem))] -translate-x-1/2 rounded-xl border border-line bg-raised text-ink shadow-raised outline-none"
        >
          <div className="flex items-center gap-2 border-b border-line px-3">
            <Search aria-hidden className="size-4 text-ink-faint" />
            <input
              role="combobox"
              aria-label="Go to a page, a project or an event"
              aria-expanded
              aria-controls={`${id}-list`}
              aria-activedescendant={shown.length > 0 ? `${id}-${at}` : undefined}
              aria-autocomplete="list"
              placeholder="Go to a page, a project or an event"
              className="h-11 flex-1 bg-transparent outline-none"
              value={query}
              onChange={(event) => {
                setQuery(event.target.value);
                setAt(0);
              }}
              onKeyDown={(event) => {
                if (!["Enter", "ArrowDown", "ArrowUp"].includes(event.key)) return;
                // Otherwise Enter would also press the button that the focus goes back to, and open this again.
                event.preventDefault();
                if (event.key === "Enter") go(shown[at]);
                else step(event.key === "ArrowDown" ? 1 : -1);
              }}
            />
          </div>
          <div
            role="listbox"
            id={`${id}-list`}
            aria-label="Places"
            className="max-h-[60dvh] overflow-y-auto p-1"
          >
            {shown.map((destination, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are taken by the box above, which keeps the focus.
              <div
                key={destination.id}
                role="option"
                tabIndex={-1}
                id={`${id}-${index}`}
                aria-selected={index === at}
                ref={(element) => {
                  if (index === at) element?.scrollIntoView({ block: "nearest" });
                }}
                onClick={() => go(destination)}
                onPointerMove={() => setAt(index)}
                className={cx(
                  "flex min-h-9 cursor-pointer items-center gap-2 rounded px-2",
                  index === at && "bg-hover",
                )}
              >
                <span className="min-w-0 flex-1 truncate">{destination.displayName ?? destination.name}</span>
                <span className="text-xs text-ink-faint">{destination.kind}</span>
              </div>
            ))}
          </div>
          {shown.length > 0 ? null : (
            <p className="p-4 text-center text-ink-soft">Nothing has a name like this.</p>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
