import type { Migration } from "./queries.ts";

const TOOLS: Record<string, string> = { amplitude: "Amplitude", mixpanel: "Mixpanel" };

/** A tool as people write it. */
export const toolWords = (tool: string): string => TOOLS[tool] ?? tool;

/** "Dry run from Amplitude". */
export const migrationWords = ({
  source_tool: tool,
  dry_run: isDry,
}: Pick<Migration, "source_tool" | "dry_run">) =>
  `${isDry ? "Dry run" : "Migration"} from ${toolWords(tool)}`;

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** "40 seconds", "12 minutes", "3 hours". */
export function durationWords(seconds: number): string {
  if (seconds < 2 * MINUTE_S) return seconds <= 1 ? "1 second" : `${Math.round(seconds)} seconds`;
  if (seconds < 2 * HOUR_S) return `${Math.round(seconds / MINUTE_S)} minutes`;
  return `${Math.round(seconds / HOUR_S)} hours`;
}

const REASONS: Record<string, string> = {
  no_id: "without the id of a user or device",
  event_type_missing: "without the name of an event",
  not_an_object: "lines that are no records",
  time_missing: "without a time",
  time_too_early: "from before 2000",
  identify: "about users, not events",
  groupidentify: "about groups, not events",
  profile: "about users, not events",
};

/** Why lines were not taken: "2 without a time". */
export const reasonsWords = (reasons: Readonly<Record<string, number>>): string =>
  Object.entries(reasons)
    .map(([code, count]) => `${count.toLocaleString("en")} ${REASONS[code] ?? code.replaceAll("_", " ")}`)
    .join(", ");

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

export function sizeWords(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1_000 ** step).toFixed(1)).toLocaleString("en")} ${UNITS[step]}`;
}
