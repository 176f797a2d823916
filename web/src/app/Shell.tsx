import { Outlet, useLocation, useParams } from "@tanstack/react-router";
import { Menu as MenuIcon, X } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { PERMISSIONS, projectRoleReaches } from "../../../src/platform/access/index.ts";
import { Button } from "../ui/Button.tsx";
import { DownloadRight } from "../ui/download-right.ts";
import { Toasts } from "../ui/Toasts.tsx";
import { Brand } from "./Brand.tsx";
import { ConnectionBar } from "./ConnectionBar.tsx";
import { type ProjectOfMe, useMe } from "./me.ts";
import { Overlays } from "./Overlays.tsx";
import { SessionEnd } from "./SessionEnd.tsx";
import { Sidebar } from "./Sidebar.tsx";
import type { Overlay } from "./useShortcuts.ts";

/** The frame of everything behind the sign-in: navigation on the left, on narrow screens behind a button. */
export function Shell() {
  const { projectId: asked } = useParams({ strict: false });
  const { projects } = useMe();
  // A project out of reach has no pages to lead to.
  const project = projects[String(asked)];
  const [open, setOpen] = useState(false);
  const [overlay, setOverlay] = useState<Overlay>();
  const main = useFocusOnNewPage(() => setOpen(false));
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-70 rounded-md bg-accent px-3 py-2 text-accent-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <header className="sticky top-0 z-40 flex items-center justify-between border-b border-line bg-canvas px-3 py-2 md:hidden">
        <Brand />
        <Button
          size="icon"
          look="ghost"
          aria-label={open ? "Close the navigation" : "Open the navigation"}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? <X aria-hidden /> : <MenuIcon aria-hidden />}
        </Button>
      </header>
      <Sidebar project={project} open={open} onShow={setOverlay} />
      <main ref={main} id="main" tabIndex={-1} className="min-w-0 outline-none">
        <DownloadRight value={mayDownload(project)}>
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </DownloadRight>
      </main>
      <ConnectionBar />
      <SessionEnd />
      <Toasts />
      <Overlays projectId={project?.id} shown={overlay} onShow={setOverlay} />
    </div>
  );
}

const mayDownload = (project: ProjectOfMe | undefined): boolean =>
  project === undefined || projectRoleReaches(project.role, PERMISSIONS["reports:download"].least);

/** Another page is read from its beginning, also by those who listen to it. */
function useFocusOnNewPage(onNewPage: () => void) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    onNewPage();
    main.current?.focus({ preventScroll: true });
  });
  return main;
}
