import type { Family } from "../../connector.ts";

const FAMILIES: { [type: string]: Family } = {
  boolean: "boolean",
  smallint: "integer",
  integer: "integer",
  bigint: "integer",
  oid: "integer",
  numeric: "decimal",
  real: "float",
  "double precision": "float",
  date: "date",
  "timestamp without time zone": "timestamp",
  "timestamp with time zone": "moment",
  "time without time zone": "time",
  "time with time zone": "time",
  "interval year to month": "time",
  "interval day to second": "time",
  super: "json",
  // They can be neither compared nor told as text without loss.
  geometry: "unsupported",
  geography: "unsupported",
  hllsketch: "unsupported",
  "binary varying": "unsupported",
};

export const familyOf = (type: string): Family => FAMILIES[type] ?? "text";

export const selectSql = (name: string, family: Family): string =>
  family === "json" ? `json_serialize(${name})` : name;
