import { ChevronsUpDown } from "lucide-react";
import { LazyMenu } from "../ui/LazyMenu.tsx";
import type { ProjectOfMe } from "./me.ts";

const loadMenu = async () => (await import("./ProjectMenu.tsx")).ProjectMenu;

export function ProjectSwitcher({ project }: { project: ProjectOfMe | undefined }) {
  return (
    <LazyMenu
      load={loadMenu}
      trigger={
        <button
          type="button"
          data-testid="shell.project-switcher"
          className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md border border-line bg-surface px-2 text-left font-medium hover:bg-hover"
        >
          <span className="sr-only">Project: </span>
          <span className="min-w-0 flex-1 truncate">{project?.name ?? "Choose a project"}</span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
        </button>
      }
    />
  );
}
