import { csvLine } from "../../platform/csv-cell.ts";
import type { SeriesValues } from "../run/answer.ts";
import type { NamedAxis } from "./local-axis.ts";

/** A line of the answer, under the name it goes by. */
export type NamedLine = { name: string; line: SeriesValues };

const JSON_TYPE = "application/json; charset=utf-8";
export type Written = { body: string; contentType: string };

/** Lines by name. Values of the same text are one segment already, but for a text such as `null` and what it is the name of. */
function byName(lines: readonly NamedLine[]): Map<string, (number | null)[]> {
  const found = new Map<string, (number | null)[]>();
  for (const { name, line } of lines) {
    const known = found.get(name);
    const sum = (value: number | null, index: number) => {
      const other = known?.[index] ?? null;
      return value === null || other === null ? (value ?? other) : value + other;
    };
    found.set(name, known === undefined ? line.values : line.values.map(sum));
  }
  return found;
}

/** Written by hand: an object of ours would put names such as `2` before all others, and lose `__proto__`. */
const object = (entries: readonly (readonly [string, string])[]): string =>
  `{${entries.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`;

export const pointsJson = (names: NamedAxis["names"], values: readonly (number | null)[]): string =>
  object(
    names.flatMap((name, index) =>
      name === undefined ? [] : [[name, JSON.stringify(values[index] ?? null)] as const],
    ),
  );

export function writeSegmentation(
  { names }: NamedAxis,
  lines: readonly NamedLine[],
  format: "json" | "csv",
): Written {
  const series = names.filter((name) => name !== undefined);
  const named = byName(lines);
  if (format === "csv") return { body: writeCsv(names, named), contentType: "text/csv; charset=utf-8" };
  const values = object([...named].map(([name, points]) => [name, pointsJson(names, points)] as const));
  const body = `{"data":{"series":${JSON.stringify(series)},"values":${values}},"legend_size":${named.size}}`;
  return { body, contentType: JSON_TYPE };
}

function writeCsv(names: NamedAxis["names"], lines: ReadonlyMap<string, (number | null)[]>): string {
  const rows = names.flatMap((name, index) =>
    name === undefined
      ? []
      : [csvLine([name, ...[...lines.values()].map((points) => points[index] ?? null)])],
  );
  return [csvLine(["date", ...lines.keys()]), ...rows].join("");
}

export const writeResults = (
  { names }: NamedAxis,
  { values }: SeriesValues,
  computedAt: string | null,
): Written => {
  const at = computedAt === null ? "" : `"computed_at":${JSON.stringify(computedAt)},`;
  return { body: `{"status":"ok",${at}"results":${pointsJson(names, values)}}`, contentType: JSON_TYPE };
};
