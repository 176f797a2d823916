import type { Migration } from "../migrations/queries.ts";
import { MIGRATION_STATES } from "../migrations/states.ts";
import { toolWords } from "../migrations/words.ts";
import type { StatusTone } from "../ui/StatusChip.tsx";
import { stateWords } from "../warehouse/import-state.ts";
import type { Readiness } from "./health-queries.ts";

type ImportState = Parameters<typeof stateWords>[0];

export type Health = { tone: StatusTone; word: string; detail: string };

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

/** The worst there is of them, as the list of imports has it; those that somebody paused are none of it. */
export function importsHealth(imports: readonly ImportState[], nowMs: number): Health {
  const count = (tone: StatusTone) => imports.filter((one) => stateWords(one, nowMs).tone === tone).length;
  const paused = count("off");
  const detail = paused === 0 ? "" : `${paused} paused`;
  if (imports.length === 0) return { tone: "off", word: "None yet", detail };
  const failing = count("bad") + count("warn");
  if (failing > 0)
    return { tone: "bad", word: `${failing} failing`, detail: "They failed, were halted, or are overdue." };
  if (count("running") > 0) return { tone: "running", word: `${count("running")} running`, detail };
  if (count("ok") > 0) return { tone: "ok", word: `${count("ok")} healthy`, detail };
  return { tone: "off", word: "Paused", detail };
}

/** Of the migration that was started last; older ones are history. */
export function migrationsHealth(
  jobs: readonly Pick<Migration, "state" | "source_tool" | "dry_run">[],
): Health {
  const [latest] = jobs.filter(({ dry_run: dryRun }) => !dryRun);
  if (latest === undefined) return { tone: "off", word: "None yet", detail: "" };
  const { word, tone } = MIGRATION_STATES[latest.state];
  return { tone, word, detail: `The latest, from ${toolWords(latest.source_tool)}` };
}
