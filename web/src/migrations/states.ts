import {
  Ban,
  CircleAlert,
  CircleCheck,
  CirclePause,
  Clock,
  type LucideIcon,
  TriangleAlert,
  Undo2,
} from "lucide-react";
import type { StatusTone } from "../ui/StatusChip.tsx";
import type { Migration } from "./queries.ts";

/** The states of a migration as people see them. */
export const MIGRATION_STATES: Record<
  Migration["state"],
  { word: string; tone: StatusTone; icon?: LucideIcon }
> = {
  queued: { word: "Queued", tone: "info", icon: Clock },
  running: { word: "Running", tone: "running" },
  completed: { word: "Completed", tone: "ok", icon: CircleCheck },
  completed_with_errors: { word: "Completed with errors", tone: "warn", icon: TriangleAlert },
  failed: { word: "Failed", tone: "bad", icon: CircleAlert },
  cancelled: { word: "Cancelled", tone: "off", icon: Ban },
  paused: { word: "Paused", tone: "off", icon: CirclePause },
  paused_over_limit: { word: "Paused at the limit", tone: "warn", icon: CirclePause },
  rolling_back: { word: "Rolling back", tone: "running" },
  rolled_back: { word: "Rolled back", tone: "off", icon: Undo2 },
};
