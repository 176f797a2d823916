import type { Cell, Column, Family } from "../../connector.ts";

const FAMILIES: readonly [begins: RegExp, family: Family][] = [
  [/^Bool$/, "boolean"],
  [/^U?Int\d+$/, "integer"],
  [/^Decimal/, "decimal"],
  [/^B?Float\d+$/, "float"],
  [/^Date(32)?$/, "date"],
  [/^DateTime/, "moment"],
  [/^(Time|Interval)/, "time"],
  [/^(Array|Nested|Point|Ring|LineString|MultiLineString|Polygon|MultiPolygon)/, "list"],
  [/^(Tuple|Map|JSON|Object|Variant|Dynamic)/, "json"],
  // The states of sums and counts mean something to ClickHouse alone.
  [/^(AggregateFunction|Nothing)/, "unsupported"],
];

/** Without what says only how it is kept: `LowCardinality(Nullable(String))`, `SimpleAggregateFunction(max, UInt64)`. */
export function innerType(type: string): string {
  const found = /^(?:LowCardinality|Nullable|SimpleAggregateFunction)\((?:\w+, )?(.*)\)$/.exec(type);
  return found?.[1] === undefined ? type : innerType(found[1]);
}

export const isNullable = (type: string): boolean =>
  /^(LowCardinality\()?Nullable\(|^(Variant|Dynamic)/.test(type);

export function familyOf(type: string): Family {
  const inner = innerType(type);
  return FAMILIES.find(([begins]) => begins.test(inner))?.[1] ?? "text";
}

/**
 * How a column has to be selected. Wide numbers as text, since a JSON number would lose digits; nested values as JSON of their own,
 * in which numbers stay numbers.
 */
export function selectSql(name: string, { family, nativeType }: Column): string {
  const inner = innerType(nativeType);
  switch (family) {
    case "integer":
      return /Int(8|16|32)$/.test(inner) ? name : `toString(${name})`;
    case "decimal":
    case "time":
      return `toString(${name})`;
    case "json":
    case "list":
      return `toJSONString(${name})`;
    default:
      return inner.startsWith("FixedString") ? `toStringCutToZero(${name})` : name;
  }
}

export type Decode = (value: unknown) => Cell;

/** From what the JSON of a row holds. */
export function decoderOf(family: Family): Decode {
  switch (family) {
    case "boolean":
      return (value) => (value === null ? null : value === true || value === 1);
    case "integer":
      return toInteger;
    case "float":
      return toFloat;
    default:
      return (value) => (value === null || value === undefined ? null : String(value));
  }
}

function toInteger(value: unknown): Cell {
  if (value === null || typeof value === "number") return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

const ODD: { [text: string]: number } = {
  nan: Number.NaN,
  "-nan": Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  "-inf": Number.NEGATIVE_INFINITY,
};

const toFloat = (value: unknown): Cell =>
  value === null || typeof value === "number" ? value : (ODD[String(value)] ?? Number(value));
