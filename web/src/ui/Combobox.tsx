import { Combobox as Base } from "@base-ui/react/combobox";
import { ChevronsUpDown } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { ComboboxList, type ListHandle } from "./ComboboxList.tsx";
import { cx } from "./cx.ts";
import { fittingNames } from "./fuzzy.ts";
import { INPUT_CLASS } from "./input-class.ts";

export type PickerItem = {
  /** The tracked name: what filters and links carry. */
  name: string;
  displayName?: string | undefined;
  /** What kind of thing: "number", "event". Shown as a word. */
  kind?: string | undefined;
  /** A second line: the description, the volume. */
  detail?: string | undefined;
};

type ComboboxProps = {
  label: string;
  items: readonly PickerItem[];
  value: string | undefined;
  onChange: (name: string) => void;
  placeholder?: string;
  /** Names that are not in the list can be typed: old events have left it and can still be asked about. */
  allowTyped?: boolean;
  /** Below the list: a switch for hidden names, the sentence on the 30-day rule. */
  footer?: ReactNode;
  className?: string;
  disabled?: boolean;
  "data-testid"?: string;
};

/** One of many names, by its display name or its tracked one. Ten thousand of them are as quick as ten. */
export function Combobox(props: ComboboxProps) {
  const { label, items, value, onChange, placeholder = "Choose", allowTyped = true, footer } = props;
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const list = useRef<ListHandle>(null);
  const shown = useMemo(() => {
    if (!open) return [];
    const fitting = fittingNames(items, query);
    const typed = query.trim();
    const isNew = allowTyped && typed !== "" && !items.some(({ name }) => name === typed);
    return isNew ? [...fitting, { name: typed, kind: "exact name" }] : fitting;
  }, [open, items, query, allowTyped]);
  const chosen = useMemo(() => items.find(({ name }) => name === value) ?? named(value), [items, value]);
  return (
    <Base.Root
      virtualized
      items={shown}
      filteredItems={shown}
      value={chosen}
      onValueChange={(item: PickerItem | null) => item && onChange(item.name)}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setQuery("");
      }}
      inputValue={query}
      onInputValueChange={setQuery}
      itemToStringLabel={(item: PickerItem) => item.displayName ?? item.name}
      isItemEqualToValue={(one: PickerItem, other: PickerItem) => one.name === other.name}
      autoHighlight
      onItemHighlighted={(item, { reason, index }) => {
        if (item && reason !== "pointer") list.current?.reveal(index);
      }}
      disabled={props.disabled ?? false}
    >
      <Base.Trigger
        data-testid={props["data-testid"]}
        aria-label={`${label}: ${chosen ? (chosen.displayName ?? chosen.name) : "nothing chosen"}`}
        title={chosen?.name}
        className={cx(INPUT_CLASS, "flex h-8 min-w-40 items-center gap-2 text-left", props.className)}
      >
        <span className={cx("min-w-0 flex-1 truncate", chosen ? "" : "text-ink-faint")}>
          {chosen ? (chosen.displayName ?? chosen.name) : placeholder}
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} className="z-60 outline-none">
          <Base.Popup
            aria-label={label}
            className="w-[min(26rem,calc(100vw-1.5rem))] rounded-lg border border-line bg-raised text-ink shadow-raised outline-none"
          >
            <div className="border-b border-line p-1.5">
              <Base.Input
                aria-label={`Search: ${label}`}
                placeholder="Search names"
                className={cx(INPUT_CLASS, "h-8")}
              />
            </div>
            <Base.Empty>
              <span className="block p-3 text-ink-soft empty:hidden">Nothing has a name like this.</span>
            </Base.Empty>
            <Base.List className="p-1">
              <ComboboxList items={shown} handle={list} />
            </Base.List>
            {footer === undefined ? null : (
              <div className="border-t border-line px-3 py-2 text-xs text-ink-soft">{footer}</div>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** A value that the list does not have (any more) is shown by its tracked name. */
const named = (value: string | undefined): PickerItem | null => (value ? { name: value } : null);
