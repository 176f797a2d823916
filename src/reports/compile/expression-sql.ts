import type { TypedSql } from "../../events/index.ts";
import type { Expression, Literal } from "../expression/tree.ts";
import { callSql } from "./call-sql.ts";
import { equalSql, orderSql } from "./compare-sql.ts";
import { itemSql, readSql } from "./read-sql.ts";
import type { SqlScope } from "./sql-scope.ts";
import { checkLength } from "./statement.ts";
import { allOf, anyOf, coalesce, entriesOf, holds, isDefined } from "./typed.ts";

/** An expression as SQL, with the same answers as `expression/evaluate.ts` gives for one event. */
export function expressionSql(expression: Expression, scope: SqlScope): TypedSql {
  const typed = partSql(expression, scope);
  for (const [, sql] of entriesOf(typed)) checkLength(sql);
  return typed;
}

function partSql(expression: Expression, scope: SqlScope): TypedSql {
  const part = (inner: Expression) => expressionSql(inner, scope);
  switch (expression.kind) {
    case "literal":
      return literalSql(expression.value, scope);
    case "list":
      return { json: scope.bind(JSON.stringify(expression.items.map(literalOf))) };
    case "read":
      return readSql(expression, scope);
    case "and":
    case "or": {
      const operands = expression.operands.map((operand) => holds(part(operand).boolean));
      return { boolean: expression.kind === "and" ? allOf(operands) : anyOf(operands) };
    }
    case "not":
      return notSql(part(expression.operand));
    case "minus": {
      const { number } = part(expression.operand);
      return number === undefined ? {} : { number: `(-${number})` };
    }
    case "call":
      return callSql(expression.name, part(expression.argument), scope);
    case "arithmetic":
      return arithmeticSql(expression, part(expression.left), part(expression.right), scope);
    case "comparison": {
      const [left, right] = [part(expression.left), part(expression.right)];
      const { operator } = expression;
      if (operator === "==") return { boolean: equalSql(left, right, scope) };
      if (operator === "!=") return { boolean: `not ${equalSql(left, right, scope)}` };
      return orderSql(operator, left, right, scope);
    }
    case "in":
      return inSql(expression, scope);
  }
}

function literalSql(value: Literal, scope: SqlScope): TypedSql {
  if (value === null) return { null: "true" };
  switch (typeof value) {
    case "string":
      return { text: scope.bind(value) };
    case "boolean":
      return { boolean: value ? "true" : "false" };
    default:
      return { number: scope.dialect.number(scope.bind(Number(value))) };
  }
}

/** Lists hold what a text can say; whatever else stands in one is nothing. */
const literalOf = (item: Expression): unknown => {
  if (item.kind === "literal") return typeof item.value === "bigint" ? Number(item.value) : item.value;
  if (item.kind === "list") return item.items.map(literalOf);
  if (item.kind === "minus" && item.operand.kind === "literal") return -Number(item.operand.value);
  return null;
};

/** Nothing at all is not the case, so its negation is; a number has no negation. */
function notSql(operand: TypedSql): TypedSql {
  const { boolean, ...others } = operand;
  const negated = `not ${holds(boolean)}`;
  if (entriesOf(others).length === 0) return { boolean: negated };
  return { boolean: `case when not ${isDefined(others)} then ${negated} end` };
}

function arithmeticSql(
  { operator }: Extract<Expression, { kind: "arithmetic" }>,
  left: TypedSql,
  right: TypedSql,
  { dialect }: SqlScope,
): TypedSql {
  const [a, b] = [left.number, right.number];
  const text =
    operator === "+" && left.text !== undefined && right.text !== undefined
      ? { text: `(${left.text} || ${right.text})` }
      : {};
  if (a === undefined || b === undefined) return text;
  const sql = { "+": `${a} + ${b}`, "-": `${a} - ${b}`, "*": `${a} * ${b}`, "/": `${a} / nullif(${b}, 0)` };
  const number = operator === "%" ? dialect.remainder(a, b) : sql[operator];
  return { ...text, number: dialect.finite(`(${number})`) };
}

/** A text in a text, or a value among the items of a list. */
function inSql({ left, right }: Extract<Expression, { kind: "in" }>, scope: SqlScope): TypedSql {
  const { dialect } = scope;
  const value = expressionSql(left, scope);
  if (right.kind === "list")
    return {
      boolean: anyOf(right.items.map((item) => equalSql(value, expressionSql(item, scope), scope))),
    };
  const { text, json } = expressionSql(right, scope);
  const inText =
    text === undefined || value.text === undefined ? undefined : dialect.contains(text, value.text);
  if (json === undefined) return inText === undefined ? {} : { boolean: inText };
  const items = dialect.jsonItems(json);
  const found = dialect.anyItem(items, (item) => equalSql(value, itemSql(item, scope), scope));
  const inList = `case when ${items} is not null then ${found} end`;
  return { boolean: coalesce([inList, inText]) ?? inList };
}
