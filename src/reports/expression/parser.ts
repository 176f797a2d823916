import { fail, ok, type Result } from "../../platform/result.ts";
import type { ExpressionFailure } from "./failure.ts";
import { readMoment } from "./moments.ts";
import type { Token } from "./tokens.ts";
import {
  type ArithmeticOperator,
  COMPARISONS,
  type ComparisonOperator,
  type Expression,
  FUNCTIONS,
  type FunctionName,
  type Root,
} from "./tree.ts";

export const DEPTH_MAX = 64;

const ROOTS = ["properties", "user", "event"] as const;
const SUMS = ["+", "-"] as const;
const PRODUCTS = ["*", "/", "%"] as const;
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Thrown inside this file only: a descent of ten levels has no other short way up. */
class Stop extends Error {
  readonly failure: ExpressionFailure;
  constructor(failure: ExpressionFailure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** One method per level, loosest first: or, and, not, comparison, sum, product, sign, value. */
export class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Result<Expression, ExpressionFailure> {
    try {
      const expression = this.#or();
      if (this.#peek().kind !== "end") this.#refuse("an operator or the end is expected here");
      return ok(expression);
    } catch (error) {
      if (error instanceof Stop) return fail(error.failure);
      throw error;
    }
  }

  #or(): Expression {
    return this.#deeper(() => this.#joined("or", () => this.#joined("and", () => this.#not())));
  }

  #joined(kind: "and" | "or", level: () => Expression): Expression {
    const first = level();
    const operands = [first];
    while (this.#take(kind)) operands.push(level());
    return operands.length === 1 ? first : { kind, column: first.column, operands };
  }

  #not(): Expression {
    const { column } = this.#peek();
    if (!this.#take("not")) return this.#comparison();
    return { kind: "not", column, operand: this.#deeper(() => this.#not()) };
  }

  #comparison(): Expression {
    const left = this.#sum();
    const operator = this.#takeComparison();
    if (operator === undefined) return left;
    const right = this.#sum();
    if (this.#takeComparison() !== undefined) {
      this.#next -= 1;
      this.#refuse("comparisons do not follow each other: join them with and");
    }
    const { column } = left;
    return operator === "in"
      ? { kind: "in", column, left, right }
      : { kind: "comparison", column, operator, left, right };
  }

  #takeComparison(): ComparisonOperator | "in" | undefined {
    return this.#take("in") ? "in" : COMPARISONS.find((operator) => this.#take(operator));
  }

  #sum(): Expression {
    return this.#chain(SUMS, () => this.#chain(PRODUCTS, () => this.#signed()));
  }

  #chain(operators: readonly ArithmeticOperator[], level: () => Expression): Expression {
    let left = level();
    // Each link makes the tree one level deeper on its left side, so a long sum meets the same bound.
    for (let links = 1; ; links += 1) {
      const operator = operators.find((sign) => this.#take(sign));
      if (operator === undefined) return left;
      if (this.#depth + links > DEPTH_MAX) this.#tooDeep();
      left = { kind: "arithmetic", column: left.column, operator, left, right: level() };
    }
  }

  #signed(): Expression {
    const { column } = this.#peek();
    if (!this.#take("-")) return this.#value();
    return { kind: "minus", column, operand: this.#deeper(() => this.#signed()) };
  }

  #value(): Expression {
    const token = this.#peek();
    const { column, text } = token;
    if (token.kind === "value") {
      this.#next += 1;
      return { kind: "literal", column, value: token.value };
    }
    if (this.#take("(")) {
      const inner = this.#or();
      this.#expect(")");
      return inner;
    }
    if (this.#take("[")) return { kind: "list", column, items: this.#items() };
    return token.kind === "word" ? this.#named(text, column) : this.#refuse("a value is expected here");
  }

  #named(name: string, column: number): Expression {
    const constant = CONSTANTS.get(name);
    const root = ROOTS.find((known) => known === name);
    const called = FUNCTIONS.find((known) => known === name);
    const { text: following } = this.#tokens[this.#next + 1] ?? { text: "" };
    if (constant === undefined && root === undefined && called === undefined) {
      this.#refuse(
        following === "("
          ? `there is no function ${name}; there are ${FUNCTIONS.join(", ")}`
          : `'${name}' means nothing here; a property is properties["${name}"]`,
      );
    }
    this.#next += 1;
    if (root !== undefined) return { kind: "read", column, root, path: this.#path(root) };
    return called === undefined
      ? { kind: "literal", column, value: constant ?? null }
      : this.#call(called, column);
  }

  #call(name: FunctionName, column: number): Expression {
    this.#expect("(");
    const argument = this.#or();
    this.#expect(")");
    const text = name === "datetime" && argument.kind === "literal" ? argument.value : undefined;
    if (typeof text === "string" && readMoment(text) === undefined) {
      const reason = 'a date is written "YYYY-MM-DDTHH:MM:SS" or "YYYY-MM-DD".';
      throw new Stop({ code: "expression_unreadable", column: argument.column, reason });
    }
    return { kind: "call", column, name, argument };
  }

  #path(root: Root): readonly [string, ...string[]] {
    this.#expect("[");
    const path: [string, ...string[]] = [this.#name()];
    this.#expect("]");
    while (root !== "event" && this.#take("[")) {
      path.push(this.#name());
      this.#expect("]");
    }
    if (path.length > DEPTH_MAX) this.#tooDeep();
    return path;
  }

  #name(): string {
    const token = this.#peek();
    if (token.kind !== "value" || typeof token.value !== "string")
      return this.#refuse("a name in quotes is expected here");
    this.#next += 1;
    return token.value;
  }

  #items(): Expression[] {
    const items: Expression[] = [];
    if (this.#take("]")) return items;
    do items.push(this.#or());
    while (this.#take(","));
    this.#expect("]");
    return items;
  }

  #deeper<Found>(read: () => Found): Found {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) this.#tooDeep();
    const found = read();
    this.#depth -= 1;
    return found;
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: "end", column: 1, text: "the end" };
  }

  #take(text: string): boolean {
    const token = this.#peek();
    if ((token.kind !== "sign" && token.kind !== "word") || token.text !== text) return false;
    this.#next += 1;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) this.#refuse(`'${sign}' is expected here`);
  }

  #refuse(expected: string): never {
    const { column, kind, text } = this.#peek();
    const met = kind === "end" ? "the expression ends" : `there is ${text.slice(0, 40)}`;
    const reason = expected.endsWith("is expected here") ? `${expected}, but ${met}.` : `${expected}.`;
    throw new Stop({ code: "expression_unreadable", column, reason });
  }

  #tooDeep(): never {
    throw new Stop({ code: "expression_too_deep", column: this.#peek().column, depthMax: DEPTH_MAX });
  }
}
