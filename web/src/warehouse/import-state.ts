import {
  CheckCheck,
  CircleCheck,
  CircleX,
  ClockAlert,
  type LucideIcon,
  OctagonX,
  Pause,
  Trash2,
} from "lucide-react";
import type { StatusTone } from "../ui/StatusChip.tsx";
import type { Import } from "./queries.ts";

export type StateWords = {
  tone: StatusTone;
  /** The one that turns belongs to the tone. */
  icon?: LucideIcon;
  word: string;
  /** What it means, and what to do about it. */
  sentence: string;
};

const NANOSECONDS_PER_MS = 1_000_000;
/** A run that is late by this many intervals is missed by somebody. */
const OVERDUE_INTERVALS = 2;

const STATES: Record<Import["state"], StateWords> = {
  IDLE: { tone: "ok", icon: CircleCheck, word: "Active", sentence: "It runs as its frequency says." },
  RUNNING: { tone: "running", word: "Running", sentence: "A run is under way." },
  PAUSED: {
    tone: "off",
    icon: Pause,
    word: "Paused by user",
    sentence: "Somebody paused it. Nothing runs until it is resumed.",
  },
  HELD: {
    tone: "bad",
    icon: OctagonX,
    word: "Halted by the system",
    sentence:
      "A run would have removed much of what is here, so nothing runs until somebody has looked at the table.",
  },
  ATTENTION: {
    tone: "warn",
    icon: CircleX,
    word: "Last run failed",
    sentence: "See what it says; mended, the next run goes on where the last good one ended.",
  },
  COMPLETED: {
    tone: "ok",
    icon: CheckCheck,
    word: "Completed",
    sentence: "Loaded once, as a one-time import is.",
  },
  DELETED: { tone: "off", icon: Trash2, word: "Deleted", sentence: "It no longer runs." },
};
const OVERDUE: StateWords = {
  tone: "warn",
  icon: ClockAlert,
  word: "Overdue",
  sentence: "No run has begun for more than twice its interval. Is the server that runs imports up?",
};

type Dated = Pick<Import, "state" | "run_every" | "last_dispatch" | "created">;

export const stateWords = (one: Dated, nowMs: number): StateWords =>
  isOverdue(one, nowMs) ? OVERDUE : STATES[one.state];

function isOverdue({ state, run_every: every, last_dispatch: last, created }: Dated, nowMs: number): boolean {
  if (every === 0 || (state !== "IDLE" && state !== "ATTENTION")) return false;
  const sinceMs = Math.max(last, Date.parse(created));
  return nowMs - sinceMs > (OVERDUE_INTERVALS * every) / NANOSECONDS_PER_MS;
}
