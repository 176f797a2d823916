import { lazy, Suspense } from "react";
import { type Overlay, useShortcuts } from "./useShortcuts.ts";

const CommandPalette = lazy(async () => ({ default: (await import("./CommandPalette.tsx")).CommandPalette }));
const ShortcutsHelp = lazy(async () => ({ default: (await import("./ShortcutsHelp.tsx")).ShortcutsHelp }));

type OverlaysProps = {
  projectId: number | undefined;
  shown: Overlay | undefined;
  onShow: (overlay: Overlay | undefined) => void;
};

/** What keys open over any page. Fetched when it is first asked for. */
export function Overlays({ projectId, shown, onShow }: OverlaysProps) {
  useShortcuts(projectId, onShow);
  const close = () => onShow(undefined);
  return (
    <Suspense fallback={null}>
      {shown === "palette" ? <CommandPalette projectId={projectId} onClose={close} /> : null}
      {shown === "help" ? <ShortcutsHelp onClose={close} /> : null}
    </Suspense>
  );
}
