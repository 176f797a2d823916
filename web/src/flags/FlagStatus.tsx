import { Archive, CircleCheck, CircleOff, type LucideIcon } from "lucide-react";
import { StatusChip, type StatusTone } from "../ui/StatusChip.tsx";
import type { Flag } from "./queries.ts";

const STATUSES: Record<Flag["status"], { word: string; tone: StatusTone; icon: LucideIcon }> = {
  enabled: { word: "On", tone: "ok", icon: CircleCheck },
  disabled: { word: "Off", tone: "off", icon: CircleOff },
  archived: { word: "Archived", tone: "warn", icon: Archive },
};

export function FlagStatus({ status }: Pick<Flag, "status">) {
  const { word, tone, icon } = STATUSES[status];
  return (
    <StatusChip tone={tone} icon={icon} data-testid="flags.status">
      {word}
    </StatusChip>
  );
}
