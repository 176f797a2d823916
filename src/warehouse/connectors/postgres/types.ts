import type { Cell, Family } from "../../connector.ts";

const FAMILIES: { [type: string]: Family } = {
  bool: "boolean",
  int2: "integer",
  int4: "integer",
  int8: "integer",
  oid: "integer",
  numeric: "decimal",
  float4: "float",
  float8: "float",
  money: "text",
  text: "text",
  varchar: "text",
  bpchar: "text",
  char: "text",
  name: "text",
  citext: "text",
  uuid: "text",
  inet: "text",
  cidr: "text",
  macaddr: "text",
  bit: "text",
  varbit: "text",
  date: "date",
  timestamp: "timestamp",
  timestamptz: "moment",
  time: "time",
  timetz: "time",
  interval: "time",
  json: "json",
  jsonb: "json",
  bytea: "binary",
};
/** What nobody could make sense of as a property. */
const UNSUPPORTED = new Set(["xml", "tsvector", "tsquery", "pg_lsn", "txid_snapshot"]);

/** `category` is `pg_type.typcategory`: E enums, A arrays, S texts. */
export function familyOf(type: string, category: string): Family {
  if (category === "A") return "list";
  if (category === "E" || category === "S") return FAMILIES[type] ?? "text";
  if (UNSUPPORTED.has(type)) return "unsupported";
  // A type we have not heard of has a text all the same: ranges, points, types of extensions.
  return FAMILIES[type] ?? "text";
}

/** How a column has to be selected so that its text is what a cell of its family should be. */
export function selectSql(name: string, family: Family): string {
  switch (family) {
    case "list":
      return `to_json(${name})`;
    case "binary":
      return `encode(${name}, 'base64')`;
    default:
      return name;
  }
}

/** From the text COPY gives to a cell. */
export function decoderOf(family: Family): (text: string) => Cell {
  switch (family) {
    case "boolean":
      return (text) => text === "t";
    case "integer":
      return (text) => {
        const number = Number(text);
        return Number.isSafeInteger(number) ? number : text;
      };
    case "float":
      return Number;
    case "timestamp":
      return withT;
    case "moment":
      return (text) => (text.endsWith("infinity") ? text : `${withT(text.replace(/[+-]00$/, ""))}Z`);
    case "binary":
      return (text) => text.replaceAll("\n", "");
    default:
      return (text) => text;
  }
}

/** `2026-01-31 12:00:00.5` as Postgres says it; years before Christ end with ` BC`. */
const withT = (text: string): string => text.replace(" ", "T");
