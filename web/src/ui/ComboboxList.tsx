import { Combobox as Base } from "@base-ui/react/combobox";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Check } from "lucide-react";
import { type RefObject, useImperativeHandle, useState } from "react";
import type { PickerItem } from "./Combobox.tsx";

const ROW_PX = 44;
const LIST_MAX_PX = 320;

export type ListHandle = { reveal(index: number): void };

/** Only the rows in sight are in the page; screen readers are told of the rest. */
export function ComboboxList({
  items,
  handle,
}: {
  items: readonly PickerItem[];
  handle: RefObject<ListHandle | null>;
}) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    overscan: 6,
  });
  useImperativeHandle(handle, () => ({
    reveal: (index) => queueMicrotask(() => virtualizer.scrollToIndex(index)),
  }));
  const total = virtualizer.getTotalSize();
  return (
    <div
      role="presentation"
      ref={setScroller}
      className="overflow-auto overscroll-contain"
      style={{ height: Math.min(LIST_MAX_PX, total) }}
    >
      <div role="presentation" className="relative w-full" style={{ height: total }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          return item === undefined ? null : (
            <Base.Item
              key={item.name}
              index={index}
              value={item}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              title={item.name}
              className="absolute inset-x-0 top-0 flex cursor-default items-center gap-2 rounded px-2 outline-none select-none data-highlighted:bg-hover"
              style={{ height: ROW_PX, transform: `translateY(${start}px)` }}
            >
              <ItemWords item={item} />
            </Base.Item>
          );
        })}
      </div>
    </div>
  );
}

function ItemWords({ item }: { item: PickerItem }) {
  const below = item.displayName === undefined ? item.detail : item.name;
  return (
    <>
      <span className="size-4 shrink-0 text-accent-text">
        <Base.ItemIndicator>
          <Check aria-hidden className="size-4" />
        </Base.ItemIndicator>
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate">{item.displayName ?? item.name}</span>
        {below === undefined ? null : <span className="block truncate text-xs text-ink-faint">{below}</span>}
      </span>
      {item.kind === undefined ? null : <span className="text-xs text-ink-faint">{item.kind}</span>}
    </>
  );
}
