import type { ManifestEntry } from "../../backup/index.ts";

const NAME_WIDTH = 48;
const BYTES_WIDTH = 10;

/** One line per entry, as soon as it is written or proven. */
export function entryLine({ name, bytes, rows }: ManifestEntry): string {
  const count = rows === undefined ? "" : `  ${countOf(rows, "row")}`;
  return `  ${name.padEnd(NAME_WIDTH)} ${bytesText(bytes).padStart(BYTES_WIDTH)}${count}\n`;
}

export const totalRows = (entries: readonly ManifestEntry[]): number =>
  entries.reduce((total, { rows = 0 }) => total + rows, 0);

export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;

export function bytesText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

export const secondsSince = (startedAt: number): number =>
  Math.round((performance.now() - startedAt) / 10) / 100;
