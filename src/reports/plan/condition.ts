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
  /** `negated` holds for a value that is missing, too. */
  | { kind: "test"; of: Expression; test: Test; negated: boolean; items: "any" | "all" }
  | { kind: "holds"; expression: Expression };

export const ALWAYS: Condition = { kind: "all", parts: [] };

/** All the properties that conditions read. */
export function expressionsIn(condition: Condition): Expression[] {
  if (condition.kind === "test") return [condition.of];
  return condition.kind === "holds" ? [condition.expression] : condition.parts.flatMap(expressionsIn);
}

export function patternsIn(condition: Condition): string[] {
  if (condition.kind === "test") return condition.test.kind === "matches" ? [condition.test.pattern] : [];
  return condition.kind === "holds" ? [] : condition.parts.flatMap(patternsIn);
}
