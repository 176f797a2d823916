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

type ProjectPage = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Pressed after `g`, it leads there. */
  key: string;
  beta?: boolean;
};

/** The pages of a project, in the order in which people come to need them. */
export const PROJECT_PAGES = [
  { to: "/p/$projectId/home", label: "Home", icon: House, key: "h" },
  { to: "/p/$projectId/reports/new", label: "Reports", icon: ChartLine, key: "r" },
  { to: "/p/$projectId/events", label: "Events", icon: Radio, key: "e" },
  { to: "/p/$projectId/dictionary", label: "Dictionary", icon: BookOpen, key: "d" },
  { to: "/p/$projectId/warehouse", label: "Warehouse", icon: Database, key: "w" },
  { to: "/p/$projectId/experiments", label: "Experiments", icon: FlaskConical, key: "x" },
  { to: "/p/$projectId/flags", label: "Flags", icon: Flag, key: "f" },
  { to: "/p/$projectId/migrations", label: "Migrations", icon: ArrowLeftRight, key: "m", beta: true },
  { to: "/p/$projectId/usage", label: "Usage", icon: Gauge, key: "u" },
] as const satisfies readonly ProjectPage[];
