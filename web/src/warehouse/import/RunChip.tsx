import { Ban, Hourglass } from "lucide-react";
import { StatusChip } from "../../ui/StatusChip.tsx";
import type { Run } from "../queries.ts";
import { phaseWord } from "../words.ts";

/** A run's state; while it is under way, its phase. */
export function RunChip({ run: { status, phase } }: { run: Run }) {
  const word = phaseWord(phase);
  if (phase === "QUEUED") return chip("info", word, Hourglass);
  if (status === "RUNNING") return chip("running", word);
  if (status === "CANCELLED") return chip("off", word, Ban);
  return chip(status === "SUCCEEDED" ? "ok" : "bad", word);
}

const chip = (tone: "info" | "running" | "off" | "ok" | "bad", word: string, icon?: typeof Ban) => (
  <StatusChip tone={tone} data-testid="import.run-state" {...(icon ? { icon } : {})}>
    {word}
  </StatusChip>
);
