/** Where a value is read from: the event's properties, the profile of its user, or the event itself. */
export type Root = "properties" | "user" | "event";

export const COMPARISONS = ["==", "!=", ">", ">=", "<", "<="] as const;
export const FUNCTIONS = [
  "floor",
  "round",
  "ceil",
  "string",
  "number",
  "boolean",
  "defined",
  "datetime",
] as const;

export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%";
export type ComparisonOperator = (typeof COMPARISONS)[number];
export type FunctionName = (typeof FUNCTIONS)[number];

/** A whole number that a double cannot hold is a bigint. */
export type Literal = string | number | bigint | boolean | null;

/**
 * What an expression says, free of how it is worked out: `evaluate.ts` turns it into a function over one event, and a
 * report may turn the same tree into SQL. `column` is where a node begins in the text, from 1: refusals name it.
 */
export type Expression = { column: number } & (
  | { kind: "literal"; value: Literal }
  | { kind: "list"; items: readonly Expression[] }
  /** More than one step leads into objects: `properties["address"]["city"]`. */
  | { kind: "read"; root: Root; path: readonly [string, ...string[]] }
  /** As long as the text has it: a hundred `or` in a row are one node, so that they cost no depth. */
  | { kind: "and" | "or"; operands: readonly Expression[] }
  | { kind: "not" | "minus"; operand: Expression }
  | { kind: "arithmetic"; operator: ArithmeticOperator; left: Expression; right: Expression }
  | { kind: "comparison"; operator: ComparisonOperator; left: Expression; right: Expression }
  | { kind: "in"; left: Expression; right: Expression }
  | { kind: "call"; name: FunctionName; argument: Expression }
);

export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "literal":
    case "read":
      return [];
    case "list":
      return expression.items;
    case "and":
    case "or":
      return expression.operands;
    case "not":
    case "minus":
      return [expression.operand];
    case "call":
      return [expression.argument];
    default:
      return [expression.left, expression.right];
  }
}

/** How many nodes stand on each other at most. */
export const depthOf = (expression: Expression): number =>
  1 + childrenOf(expression).reduce((deepest, child) => Math.max(deepest, depthOf(child)), 0);
