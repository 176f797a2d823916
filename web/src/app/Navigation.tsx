import { Link } from "@tanstack/react-router";
import {
  ArrowLeftRight,
  BookOpen,
  ChartLine,
  CodeXml,
  Database,
  Flag,
  FlaskConical,
  Gauge,
  House,
  LayoutGrid,
  type LucideIcon,
  Radio,
  Settings,
} from "lucide-react";
import { Badge } from "../ui/Badge.tsx";

const ITEM =
  "flex h-8 items-center gap-2.5 rounded-md px-2 text-ink-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-text";

/** The pages of a project, in the order in which people come to need them. */
export const PROJECT_PAGES = [
  { to: "/p/$projectId/home", label: "Home", icon: House },
  { to: "/p/$projectId/reports/new", label: "Reports", icon: ChartLine },
  { to: "/p/$projectId/events", label: "Events", icon: Radio },
  { to: "/p/$projectId/dictionary", label: "Dictionary", icon: BookOpen },
  { to: "/p/$projectId/warehouse", label: "Warehouse", icon: Database },
  { to: "/p/$projectId/experiments", label: "Experiments", icon: FlaskConical },
  { to: "/p/$projectId/flags", label: "Flags", icon: Flag },
  { to: "/p/$projectId/migrations", label: "Migrations", icon: ArrowLeftRight, beta: true },
  { to: "/p/$projectId/usage", label: "Usage", icon: Gauge },
] as const satisfies readonly { to: string; label: string; icon: LucideIcon; beta?: boolean }[];

export function Navigation({ projectId }: { projectId: number | undefined }) {
  return (
    <nav aria-label="Main" className="flex flex-col gap-0.5">
      {projectId === undefined ? (
        <Link to="/projects" className={ITEM}>
          <LayoutGrid aria-hidden className="size-4" />
          All projects
        </Link>
      ) : (
        <ProjectPages projectId={projectId} />
      )}
      <a href="/docs" className={ITEM}>
        <CodeXml aria-hidden className="size-4" />
        API docs
      </a>
    </nav>
  );
}

function ProjectPages({ projectId }: { projectId: number }) {
  return (
    <>
      {PROJECT_PAGES.map(({ to, label, icon: Icon, ...more }) => (
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
