import { Keyboard, Search } from "lucide-react";
import { cx } from "../ui/cx.ts";
import { Brand } from "./Brand.tsx";
import type { ProjectOfMe } from "./me.ts";
import { Navigation } from "./Navigation.tsx";
import { ProjectSwitcher } from "./ProjectSwitcher.tsx";
import { RegionChip } from "./RegionChip.tsx";
import { UserMenu } from "./UserMenu.tsx";
import type { Overlay } from "./useShortcuts.ts";

type SidebarProps = {
  project: ProjectOfMe | undefined;
  /** On narrow screens, where it stands behind a button. */
  open: boolean;
  onShow: (overlay: Overlay) => void;
};

/** Where one is and where one can go. */
export const Sidebar = ({ project, open, onShow }: SidebarProps) => (
  <aside
    aria-label="Project and pages"
    className={cx(
      "flex-col gap-3 border-line bg-canvas p-3 md:sticky md:top-0 md:flex md:h-dvh md:overflow-y-auto md:border-r",
      open ? "flex border-b" : "hidden",
    )}
  >
    <div className="hidden px-1 pt-1 md:block">
      <Brand />
    </div>
    <div className="flex items-center gap-2">
      <ProjectSwitcher project={project} />
      {project === undefined ? null : <RegionChip region={project.region} />}
    </div>
    <button
      type="button"
      data-testid="shell.palette"
      onClick={() => onShow("palette")}
      className="flex h-8 items-center gap-2.5 rounded-md border border-line bg-surface px-2 text-ink-faint hover:bg-hover hover:text-ink"
    >
      <Search aria-hidden className="size-4" />
      <span className="flex-1 text-left">Go to …</span>
      <kbd aria-hidden className="font-mono text-2xs">
        Ctrl K
      </kbd>
    </button>
    <Navigation project={project} />
    <div className="mt-auto border-t border-line pt-2">
      <button
        type="button"
        onClick={() => onShow("help")}
        className="flex h-8 w-full items-center gap-2 rounded-md px-2 text-ink-soft hover:bg-hover hover:text-ink"
      >
        <Keyboard aria-hidden className="size-4" />
        Keyboard shortcuts
      </button>
      <UserMenu />
    </div>
  </aside>
);
