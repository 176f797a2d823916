import { type ComponentType, cloneElement, type ReactElement, useState } from "react";

/** What a loaded module gives: the menu, to be shown open around its button. */
export type MenuBody = ComponentType<{ trigger: ReactElement<Record<string, unknown>> }>;

type LazyMenuProps = {
  trigger: ReactElement<Record<string, unknown>>;
  load: () => Promise<MenuBody>;
};

/**
 * A menu whose parts are fetched when its button is used. Menus weigh 60 KB; those of the frame around every page would take a
 * third of what a first visit may load.
 */
export function LazyMenu({ trigger, load }: LazyMenuProps) {
  const [Body, setBody] = useState<MenuBody>();
  if (Body !== undefined) return <Body trigger={trigger} />;
  const fetchSoon = () => void load();
  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: fetchSoon,
    onFocus: fetchSoon,
    onClick: () => void load().then((loaded) => setBody(() => loaded)),
  });
}
