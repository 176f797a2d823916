import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx.ts";

const ITEM =
  "flex min-h-8 w-full cursor-default items-center gap-2 rounded px-2 py-1 text-left text-sm outline-none select-none data-highlighted:bg-hover data-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0";

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement<Record<string, unknown>>;
  children: ReactNode;
  align?: "start" | "center" | "end";
  /** Open from the start: for menus that were loaded because their button was pressed. */
  defaultOpen?: boolean;
};

export function Menu({ trigger, children, align = "end", defaultOpen = false }: MenuProps) {
  return (
    <Base.Root defaultOpen={defaultOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-50">
          <Base.Popup className="max-h-[70dvh] min-w-44 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-raised outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type MenuItemProps = {
  onSelect?: () => void;
  icon?: ReactNode;
  danger?: boolean;
  /** Why it cannot be chosen. */
  disabledReason?: string | undefined;
  /** For items that lead somewhere: the link itself. */
  render?: ReactElement<Record<string, unknown>>;
  children: ReactNode;
};

export function MenuItem({ onSelect, icon, danger, disabledReason, render, children }: MenuItemProps) {
  return (
    <Base.Item
      className={cx(ITEM, danger && "text-bad-text")}
      disabled={disabledReason !== undefined}
      {...(onSelect === undefined ? {} : { onClick: onSelect })}
      {...(render === undefined ? {} : { render })}
    >
      {icon}
      <span className="min-w-0 flex-1 wrap-anywhere">
        {children}
        {disabledReason === undefined ? null : (
          <span className="block text-xs text-ink-faint">{disabledReason}</span>
        )}
      </span>
    </Base.Item>
  );
}

type MenuChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChoose: (value: Value) => void;
};

/** One of several inside of a menu, such as the theme. */
export function MenuChoice<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: MenuChoiceProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-0.5 text-xs text-ink-faint">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={onChoose}>
        {choices.map((choice) => (
          <Base.RadioItem key={choice.value} value={choice.value} className={ITEM} closeOnClick>
            {choice.icon}
            <span className="flex-1">{choice.label}</span>
            <Base.RadioItemIndicator className="text-accent-text">✓</Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export const MenuSeparator = () => <Base.Separator className="my-1 border-t border-line" />;
