/** What BigQuery has and DuckDB has not, as far as the connector asks for it. */
export const MACROS = [
  "create macro byte_length(x) as strlen(x)",
  "create macro unix_micros(x) as epoch_us(x)",
  "create macro unix_millis(x) as epoch_ms(x)",
  "create macro to_json_string(x) as to_json(x)::varchar",
  // BigQuery keeps the keys of an object in an order of its own.
  `create macro json_strip_nulls(j) as (select string_agg(fullkey || ' ' || type || ' ' || coalesce(atom::varchar, ''), chr(10)
    order by fullkey) from json_tree(j) where type <> 'NULL')`,
];

const TOKEN = /'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[^'`]+/gs;
const ESCAPED: { [letter: string]: string } = { n: "\n", r: "\r", t: "\t" };
const unescaped = (raw: string): string =>
  raw.slice(1, -1).replace(/\\(.)/gs, (_, letter: string) => ESCAPED[letter] ?? letter);

/** BigQuery's spelling into DuckDB's: quotes, the names of types, and time travel, which DuckDB does not do. */
export function toDuckdb(sql: string): string {
  const tokens = sql.match(TOKEN) ?? [];
  return tokens
    .map((token) => {
      if (token.startsWith("'")) return `'${unescaped(token).replaceAll("'", "''")}'`;
      if (token.startsWith("`")) return `"${unescaped(token).replaceAll('"', '""')}"`;
      return token
        .replace(/\btimestamp $/i, "timestamptz ")
        .replace(/\bdatetime $/i, "timestamp ")
        .replace(/ for system_time as of timestamp_millis\(\d+\)/gi, "")
        .replace(/current_timestamp\(\)/gi, "now()")
        .replace(/to_hex\(md5\(/gi, "(md5(")
        .replace(/, include_arrays => false/gi, "");
    })
    .join("");
}

export type BigqueryField = { name: string; type: string; mode: string; precision?: string; scale?: string };

const TYPES: readonly [begins: RegExp, type: string][] = [
  [/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER)/, "INTEGER"],
  [/^(DOUBLE|FLOAT)/, "FLOAT"],
  [/^BOOLEAN/, "BOOLEAN"],
  [/^TIMESTAMP WITH TIME ZONE/, "TIMESTAMP"],
  [/^TIMESTAMP/, "DATETIME"],
  [/^DATE/, "DATE"],
  [/^TIME/, "TIME"],
  [/^BLOB/, "BYTES"],
  [/^JSON/, "JSON"],
  [/^(STRUCT|MAP)/, "RECORD"],
];

/** A column of DuckDB as BigQuery's API describes it. */
export function toField(name: string, type: string, isRequired: boolean): BigqueryField {
  const decimal = /^DECIMAL\((\d+),(\d+)\)/.exec(type);
  const found = TYPES.find(([begins]) => begins.test(type))?.[1] ?? "STRING";
  return {
    name,
    type: decimal ? (Number(decimal[2]) > 9 ? "BIGNUMERIC" : "NUMERIC") : found,
    mode: type.endsWith("]") ? "REPEATED" : isRequired ? "REQUIRED" : "NULLABLE",
    ...(decimal ? { precision: decimal[1] ?? "", scale: decimal[2] ?? "" } : {}),
  };
}
