import { text } from "../duckdb/dialect.ts";

export const FORMATS = ["parquet", "csv", "ndjson"] as const;
export type Format = (typeof FORMATS)[number];

/** Names of files that a catalog shows. */
export const ENDINGS: Record<Format, RegExp> = {
  parquet: /\.parquet$/i,
  csv: /\.(csv|tsv)(\.gz|\.zst)?$/i,
  ndjson: /\.(ndjson|jsonl|json)(\.gz|\.zst)?$/i,
};

/** No booleans: `yes` and `t` are words as well. */
const CSV_TYPES = ["NULL", "DATE", "TIMESTAMP", "TIMESTAMPTZ", "BIGINT", "DOUBLE", "VARCHAR"]
  .map(text)
  .join();

/**
 * A relation over these files. Types are found by looking at all rows, not at the first some thousand: one odd value in the last line
 * must not end a run. Folders called `year=2026` mean nothing, since those above the files would count too.
 */
export function readerSql(format: Format, paths: readonly string[], types?: string): string {
  const list = `[${paths.map((path) => text(escapeGlob(path))).join()}]`;
  switch (format) {
    case "parquet":
      return `read_parquet(${list}, union_by_name = true, hive_partitioning = false)`;
    case "csv":
      return `read_csv(${list}, header = true, sample_size = -1, union_by_name = true, hive_partitioning = false, auto_type_candidates = [${CSV_TYPES}])`;
    case "ndjson":
      return `read_json(${list}, format = 'newline_delimited', ${types === undefined ? "sample_size = -1, maximum_depth = 2, map_inference_threshold = -1, union_by_name = true" : `columns = ${types}`}, hive_partitioning = false)`;
  }
}

/** DuckDB would take a name for a pattern as well. */
const escapeGlob = (path: string): string => path.replace(/[*?[]/g, "[$&]");

/** The types NDJSON is read with, found once. */
export const typesSql = (columns: readonly { name: string; nativeType: string }[]): string =>
  `{${columns.map(({ name, nativeType }) => `${text(name)}: ${text(nativeType)}`).join()}}`;
