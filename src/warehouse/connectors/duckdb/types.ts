import type { Column, Family } from "../../connector.ts";

const FAMILIES: { [type: string]: Family } = {
  BOOLEAN: "boolean",
  TINYINT: "integer",
  SMALLINT: "integer",
  INTEGER: "integer",
  BIGINT: "integer",
  HUGEINT: "integer",
  UTINYINT: "integer",
  USMALLINT: "integer",
  UINTEGER: "integer",
  UBIGINT: "integer",
  UHUGEINT: "integer",
  BIGNUM: "decimal",
  FLOAT: "float",
  DOUBLE: "float",
  DATE: "date",
  TIMESTAMP: "timestamp",
  TIMESTAMP_S: "timestamp",
  TIMESTAMP_MS: "timestamp",
  TIMESTAMP_NS: "timestamp",
  "TIMESTAMP WITH TIME ZONE": "moment",
  TIME: "time",
  TIME_NS: "time",
  "TIME WITH TIME ZONE": "time",
  INTERVAL: "time",
  JSON: "json",
  BLOB: "binary",
};

export function familyOf(type: string): Family {
  if (type.endsWith("]")) return "list";
  if (type.startsWith("DECIMAL")) return "decimal";
  if (/^(STRUCT|MAP)\(/.test(type)) return "json";
  if (type.startsWith("GEOMETRY")) return "unsupported";
  // Texts, enums, UUIDs, bits, unions, and what we have not heard of.
  return FAMILIES[type] ?? "text";
}

/** How a column has to be selected so that it comes as `cells.ts` reads it: most values as text, which costs less than an object. */
export function selectSql(name: string, { family, nativeType }: Column): string {
  switch (family) {
    case "boolean":
    case "integer":
      return name;
    case "float":
      // The digits that a single float means, not those of the double nearest to it.
      return nativeType === "FLOAT" ? `${name}::varchar::double` : name;
    case "list":
      return `to_json(${name})::varchar`;
    case "json":
      return nativeType === "JSON" ? `${name}::varchar` : `to_json(${name})::varchar`;
    case "binary":
      return `base64(${name})`;
    default:
      return `${name}::varchar`;
  }
}
