import type { Expression } from "../expression/tree.ts";

type Scalar = string | number | boolean;

/** What is asked of one value. */
export type Test =
  | { kind: "set" }
  | { kind: "one_of"; values: readonly Scalar[] }
  /** Case makes no difference. */
  | { kind: "contains" | "starts_with" | "ends_with"; text: string }
  | { kind: "matches"; pattern: string }
  | { kind: "compares"; operator: ">" | ">=" | "<" | "<="; number: number }
  | { kind: "in_range"; least: number; most: number }
  /** A text that is a date, or a date. */
  | { kind: "in_span"; fromMs: number | null; beforeMs: number | null };

/** Which events count, free of how an engine says it. */
export type Condition =
  | { kind: "all" | "any"; parts: readonly Condition[] }
  /** `negated` holds for a value that is missing, too. Of a list, `items` says which of them are asked; null: the list as a whole. */
  | { kind: "test"; of: Expression; test: Test; negated: boolean; items: "any" | "all" | null; field: string }
  | { kind: "holds"; expression: Expression; field: string };

export const ALWAYS: Condition = { kind: "all", parts: [] };

/** An expression of a question, and where in it that stands. */
export type Use = {
  field: string;
  of: Expression;
  /** A property picked by its name has to exist; what an expression reads may be missing. */
  picked: boolean;
};

export function usesIn(condition: Condition): Use[] {
  if (condition.kind === "test") return [{ field: condition.field, of: condition.of, picked: true }];
  if (condition.kind === "holds")
    return [{ field: condition.field, of: condition.expression, picked: false }];
  return condition.parts.flatMap(usesIn);
}

/** The patterns that texts are held against, and where they stand. */
export function patternsIn(condition: Condition): { field: string; pattern: string }[] {
  if (condition.kind === "all" || condition.kind === "any") return condition.parts.flatMap(patternsIn);
  return condition.kind === "test" && condition.test.kind === "matches"
    ? [{ field: `${condition.field}.value`, pattern: condition.test.pattern }]
    : [];
}
