import {
  ArrowLeftRight,
  BookOpen,
  ChartLine,
  Database,
  Flag,
  FlaskConical,
  Gauge,
  House,
  type LucideIcon,
  Radio,
} from "lucide-react";
import {
  PERMISSIONS,
  type PermissionOn,
  type ProjectRole,
  projectRoleReaches,
} from "../../../src/platform/access/index.ts";

type ProjectPage = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Pressed after `g`, it leads there. */
  key: string;
  beta?: boolean;
  /** Without this permission there is nothing to see on it, so it is not offered. */
  needs?: PermissionOn<"project">;
};

/** The pages of a project, in the order in which people come to need them. */
export const PROJECT_PAGES = [
  { to: "/p/$projectId/home", label: "Home", icon: House, key: "h" },
  { to: "/p/$projectId/reports/new", label: "Reports", icon: ChartLine, key: "r" },
  { to: "/p/$projectId/events", label: "Events", icon: Radio, key: "e" },
  { to: "/p/$projectId/dictionary", label: "Dictionary", icon: BookOpen, key: "d" },
  { to: "/p/$projectId/warehouse", label: "Warehouse", icon: Database, key: "w", needs: "imports:read" },
  { to: "/p/$projectId/experiments", label: "Experiments", icon: FlaskConical, key: "x" },
  { to: "/p/$projectId/flags", label: "Flags", icon: Flag, key: "f" },
  {
    ...{ to: "/p/$projectId/migrations", label: "Migrations", icon: ArrowLeftRight, key: "m", beta: true },
    needs: "migrations:read",
  },
  { to: "/p/$projectId/usage", label: "Usage", icon: Gauge, key: "u", needs: "usage:read" },
] as const satisfies readonly ProjectPage[];

/** Those of them that a role can use. */
export const pagesFor = (role: ProjectRole): (typeof PROJECT_PAGES)[number][] =>
  PROJECT_PAGES.filter(
    (page) => !("needs" in page) || projectRoleReaches(role, PERMISSIONS[page.needs].least),
  );
