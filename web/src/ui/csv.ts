import { csvLine } from "../../../src/platform/csv-cell.ts";

/** Rows as a CSV file, as the server writes one. */
export const csvText = (
  rows: readonly (readonly (string | number | boolean | null | undefined)[])[],
): string => rows.map(csvLine).join("");
