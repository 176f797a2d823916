import { CircleCheck, CircleDashed, CirclePause, CircleX, type LucideIcon, Radio } from "lucide-react";
import { StatusChip, type StatusTone } from "../ui/StatusChip.tsx";
import type { Experiment } from "./queries.ts";

export const STATUSES: Record<Experiment["status"], { word: string; tone: StatusTone; icon: LucideIcon }> = {
  draft: { word: "Draft", tone: "off", icon: CircleDashed },
  active: { word: "Active", tone: "running", icon: Radio },
  concluded: { word: "Concluded, not decided", tone: "warn", icon: CirclePause },
  success: { word: "Worked", tone: "ok", icon: CircleCheck },
  fail: { word: "Did not work", tone: "bad", icon: CircleX },
};

export function ExperimentStatus({ status }: Pick<Experiment, "status">) {
  const { word, tone, icon } = STATUSES[status];
  return (
    <StatusChip tone={tone} icon={icon} data-testid="experiments.status">
      {word}
    </StatusChip>
  );
}
