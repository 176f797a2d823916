import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export type Tab<Name extends string> = { name: Name; label: ReactNode; content: ReactNode };

type TabsProps<Name extends string> = {
  label: string;
  tabs: readonly Tab<Name>[];
  /** Usually a search parameter of the page, so that a link leads to the tab. */
  active: Name;
  onChange: (name: Name) => void;
};

export function Tabs<Name extends string>({ label, tabs, active, onChange }: TabsProps<Name>) {
  return (
    <Base.Root value={active} onValueChange={(name: Name) => onChange(name)}>
      <Base.List aria-label={label} className="mb-4 flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.name}
            value={tab.name}
            className="-mb-px h-9 shrink-0 border-b-2 border-transparent px-3 whitespace-nowrap text-ink-soft -outline-offset-2 hover:text-ink data-active:border-accent data-active:font-medium data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.name} value={tab.name} className="outline-offset-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
