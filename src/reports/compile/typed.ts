import { type TypedSql, VALUE_TYPES, type ValueType } from "../../events/index.ts";

export const textOfBoolean = (boolean: string): string =>
  `case when ${boolean} then 'true' when not ${boolean} then 'false' end`;

/** What the value is, whichever of its types it has, each made into something else. */
export const mapTyped = (typed: TypedSql, change: (sql: string, type: ValueType) => string): TypedSql =>
  Object.fromEntries(entriesOf(typed).map(([type, sql]) => [type, change(sql, type)]));

export const entriesOf = (typed: TypedSql): [ValueType, string][] =>
  VALUE_TYPES.flatMap((type) => {
    const sql = typed[type];
    return sql === undefined ? [] : [[type, sql] as [ValueType, string]];
  });

/** The first of two that has a value. They must never have values of different types at once. */
export function either(left: TypedSql, right: TypedSql): TypedSql {
  const types = VALUE_TYPES.filter((type) => left[type] !== undefined || right[type] !== undefined);
  return Object.fromEntries(types.map((type) => [type, coalesce([left[type], right[type]])]));
}

/** The first that is not NULL; undefined ones are left out. */
export function coalesce(parts: readonly (string | undefined)[]): string | undefined {
  const given = parts.filter((part) => part !== undefined);
  return given.length > 1 ? `coalesce(${given.join()})` : given[0];
}

export const isDefined = (typed: TypedSql): string => {
  const parts = entriesOf(typed).map(([, sql]) => `${sql} is not null`);
  return parts.length === 0 ? "false" : `(${parts.join(" or ")})`;
};

/** True where it surely holds; nothing at all is no. */
export const holds = (boolean: string | undefined): string =>
  boolean === undefined ? "false" : `coalesce(${boolean}, false)`;

export function allOf(conditions: readonly string[]): string {
  const parts = conditions.filter((part) => part !== "true");
  if (parts.length <= 1) return parts[0] ?? "true";
  return `(${parts.join(" and ")})`;
}

export const anyOf = (parts: readonly string[]): string =>
  parts.length === 0 ? "false" : parts.length === 1 ? `${parts[0]}` : `(${parts.join(" or ")})`;
