import { useState } from "react";
import { Dialog } from "../ui/Dialog.tsx";
import { Switch } from "../ui/Switch.tsx";
import { readKeysSwitch, setKeysSwitch } from "./keys-switch.ts";
import { PROJECT_PAGES } from "./project-pages.ts";

const GENERAL = [
  { keys: ["Ctrl", "K"], words: "Go to a page, a project or an event (on a Mac: ⌘ K)" },
  { keys: ["?"], words: "Show this list" },
  { keys: ["Esc"], words: "Close what is open" },
];

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(readKeysSwitch);
  const all = [
    ...GENERAL,
    ...PROJECT_PAGES.map(({ key, label }) => ({ keys: ["g", key], words: `Go to ${label}` })),
  ];
  return (
    <Dialog
      title="Keyboard shortcuts"
      open
      onOpenChange={(open) => open || onClose()}
      data-testid="shortcuts"
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5">
        {all.map(({ keys, words }) => (
          <div key={words} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded border border-line bg-sunken px-1.5 text-center font-mono text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 border-t border-line pt-3">
        <Switch
          checked={on}
          label="Single keys act (? and g)"
          onChange={(next) => {
            setKeysSwitch(next);
            setOn(next);
          }}
        />
      </div>
    </Dialog>
  );
}
