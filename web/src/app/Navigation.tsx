import { Link } from "@tanstack/react-router";
import { CodeXml, LayoutGrid, Settings } from "lucide-react";
import { Badge } from "../ui/Badge.tsx";
import type { ProjectOfMe } from "./me.ts";
import { pagesFor } from "./project-pages.ts";

const ITEM =
  "flex h-8 items-center gap-2.5 rounded-md px-2 text-ink-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-text";

export function Navigation({ project }: { project: ProjectOfMe | undefined }) {
  return (
    <nav aria-label="Main" className="flex flex-col gap-0.5">
      {project === undefined ? (
        <Link to="/projects" className={ITEM}>
          <LayoutGrid aria-hidden className="size-4" />
          All projects
        </Link>
      ) : (
        <ProjectPages project={project} />
      )}
      <a href="/docs" className={ITEM}>
        <CodeXml aria-hidden className="size-4" />
        API docs
      </a>
    </nav>
  );
}

function ProjectPages({ project: { id: projectId, role } }: { project: ProjectOfMe }) {
  return (
    <>
      {pagesFor(role).map(({ to, label, icon: Icon, ...more }) => (
        <Link
          key={to}
          to={to}
          params={{ projectId }}
          className={ITEM}
          activeOptions={{ includeSearch: false }}
        >
          <Icon aria-hidden className="size-4" />
          {label}
          {"beta" in more ? <Badge>Beta</Badge> : null}
        </Link>
      ))}
      <Link to="/p/$projectId/settings/$part" params={{ projectId, part: "project" }} className={ITEM}>
        <Settings aria-hidden className="size-4" />
        Settings
      </Link>
    </>
  );
}
