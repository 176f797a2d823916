import type { TypedSql } from "../../events/index.ts";
import type { SqlScope } from "./sql-scope.ts";
import { anyOf, coalesce } from "./typed.ts";

/** Values of different types are never equal, and nothing equals what is missing. Always true or false. */
export function equalSql(left: TypedSql, right: TypedSql, scope: SqlScope): string {
  const terms: string[] = [];
  const compare = (a: string | undefined, b: string | undefined) => {
    if (a !== undefined && b !== undefined) terms.push(`coalesce(${a} = ${b}, false)`);
  };
  compare(left.number, right.number);
  compare(left.text, right.text);
  compare(left.boolean, right.boolean);
  compare(left.null, right.null);
  if (left.json !== undefined && right.json !== undefined) terms.push(sameJson(left.json, right.json, scope));
  // A text is a date only where the other side is one already.
  if (left.moment !== undefined || right.moment !== undefined)
    compare(momentSql(left, scope), momentSql(right, scope));
  return anyOf(terms);
}

/** The order of a list means nothing. */
function sameJson(left: string, right: string, { dialect }: SqlScope): string {
  const same = dialect.sameItems(dialect.jsonItems(left), dialect.jsonItems(right));
  return `coalesce(${same}, ${left} = ${right}, false)`;
}

/** Two numbers, or two dates; every other pair has no order. */
export function orderSql(
  operator: ">" | ">=" | "<" | "<=",
  left: TypedSql,
  right: TypedSql,
  scope: SqlScope,
): TypedSql {
  const compare = (a: string | undefined, b: string | undefined) =>
    a === undefined || b === undefined ? undefined : `${a} ${operator} ${b}`;
  const boolean = coalesce([
    compare(left.number, right.number),
    compare(momentSql(left, scope), momentSql(right, scope)),
  ]);
  return boolean === undefined ? {} : { boolean: `(${boolean})` };
}

/** The moment a value is, or names as an ISO text. */
export const momentSql = ({ moment, text }: TypedSql, { dialect }: SqlScope): string | undefined =>
  coalesce([moment, text === undefined ? undefined : dialect.readMoment(text)]);
