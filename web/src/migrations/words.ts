const MINUTE_S = 60;
const HOUR_S = 3_600;

/** "40 seconds", "12 minutes", "3 hours". */
export function durationWords(seconds: number): string {
  if (seconds < 2 * MINUTE_S) return seconds <= 1 ? "1 second" : `${Math.round(seconds)} seconds`;
  if (seconds < 2 * HOUR_S) return `${Math.round(seconds / MINUTE_S)} minutes`;
  return `${Math.round(seconds / HOUR_S)} hours`;
}

const REASONS: Record<string, string> = {
  no_id: "no id of a user or device",
  not_an_event: "no event, such as $identify",
  broken_line: "a line that is not JSON",
  no_name: "no name of an event",
  dropped: "dropped by the dictionary",
};

/** Why lines were not taken: "2 no id of a user or device". */
export const reasonsWords = (reasons: Readonly<Record<string, number>>): string =>
  Object.entries(reasons)
    .map(([code, count]) => `${count.toLocaleString("en")} ${REASONS[code] ?? code.replaceAll("_", " ")}`)
    .join(", ");

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

export function sizeWords(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / 1_000 ** step).toFixed(1)).toLocaleString("en")} ${UNITS[step]}`;
}
