import { Ban, Eye, EyeOff } from "lucide-react";
import { StatusChip } from "../ui/StatusChip.tsx";

const STATUSES = {
  visible: { tone: "ok", icon: Eye, word: "Visible" },
  hidden: { tone: "off", icon: EyeOff, word: "Hidden" },
  blocked: { tone: "bad", icon: Ban, word: "Dropped" },
} as const;

type Status = keyof typeof STATUSES;

/** Whether people are offered it, and whether it is taken in at all. */
export function EntryStatus({ status }: { status: Status }) {
  const { tone, icon, word } = STATUSES[status];
  return (
    <StatusChip tone={tone} icon={icon} data-testid="dictionary.status">
      {word}
    </StatusChip>
  );
}
