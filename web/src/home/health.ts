import { isAtWork, type Migration } from "../migrations/queries.ts";
import type { StatusTone } from "../ui/StatusChip.tsx";
import type { Readiness } from "./health-queries.ts";

export type Health = { tone: StatusTone; word: string; detail: string };

type ImportState = { state: string; last_run: { status: string } | null };

/** From here on people notice that what they sent is not in their reports. */
const LAG_WARN_MS = 60_000;

/** How long the oldest event that is accepted has waited to be read. */
export function lagHealth({ parts }: Readiness): Health {
  const waits = Object.values(parts?.loader?.lanes ?? {}).map(({ waitingMs = 0 }) => waitingMs);
  const waitMs = Math.max(0, ...waits);
  const seconds = Math.round(waitMs / 1000);
  if (waitMs < 1000) return { tone: "ok", word: "None", detail: "Everything accepted can be read." };
  return waitMs < LAG_WARN_MS
    ? { tone: "ok", word: `${seconds} s`, detail: "" }
    : {
        tone: "warn",
        word: `${Math.round(seconds / 60)} min`,
        detail: "Events are safe on disk and wait to be loaded.",
      };
}

export function importsHealth(imports: readonly ImportState[]): Health {
  const failing = imports.filter(({ state }) => state === "ATTENTION" || state === "HELD").length;
  const running = imports.filter(({ state }) => state === "RUNNING").length;
  if (imports.length === 0) return { tone: "off", word: "None yet", detail: "" };
  if (failing > 0)
    return { tone: "bad", word: `${failing} failing`, detail: "The last run of these did not succeed." };
  if (running > 0) return { tone: "running", word: `${running} running`, detail: "" };
  return { tone: "ok", word: imports.length === 1 ? "1 healthy" : `${imports.length} healthy`, detail: "" };
}

const ENDED_BADLY: readonly Migration["state"][] = ["failed", "completed_with_errors", "paused_over_limit"];

/** Of the migration that was started last; older ones are history. */
export function migrationsHealth(
  jobs: readonly Pick<Migration, "state" | "source_tool" | "dry_run">[],
): Health {
  const [latest] = jobs.filter(({ dry_run: dryRun }) => !dryRun);
  if (latest === undefined) return { tone: "off", word: "None yet", detail: "" };
  const { state, source_tool: tool } = latest;
  const word = state.replaceAll("_", " ");
  const detail = `The latest, from ${tool}`;
  if (ENDED_BADLY.includes(state)) return { tone: "bad", word, detail };
  if (isAtWork(latest)) return { tone: "running", word, detail };
  return { tone: state === "completed" ? "ok" : "off", word, detail };
}
