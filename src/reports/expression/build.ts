import { applyArithmetic, applyComparison, applyFunction, applyIn, applyMinus, applyNot } from "./apply.ts";
import type { ExpressionFailure, OperandFailure } from "./failure.ts";
import type { Expression, Root } from "./tree.ts";
import { isObject, toValue, typeName, type Value } from "./values.ts";

/** How a name is looked up in a subject. A root that is left out, or a name it does not know, cannot be asked for. */
export type Readers<Subject> = {
  [Name in Root]?: (name: string) => ((subject: Subject) => unknown) | undefined;
} & {
  /** What a step into a value leads to where that value is no object but is looked up elsewhere. */
  joined?: (root: Root, name: string, step: string) => ((subject: Subject) => unknown) | undefined;
};

export type Evaluate<Subject> = (subject: Subject) => Value;

/** Thrown here and caught in `evaluate.ts`, nowhere else: a refusal deep inside an expression ends all of it. */
export class Refused<Failure extends ExpressionFailure> extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** The tree as nested functions, made once: looking at `kind` again for each of a million events would cost more. */
export function build<Subject>(expression: Expression, readers: Readers<Subject>): Evaluate<Subject> {
  const part = (inner: Expression) => build(inner, readers);
  switch (expression.kind) {
    case "literal": {
      const { value } = expression;
      return () => value;
    }
    case "list": {
      const items = expression.items.map(part);
      return (subject) => items.map((item) => item(subject));
    }
    case "read":
      return buildRead(expression, readers);
    case "and":
    case "or":
      return buildJoin(expression.kind, expression.operands, readers);
    case "not":
      return after(part(expression.operand), applyNot);
    case "minus":
      return after(part(expression.operand), applyMinus);
    case "call": {
      const { name } = expression;
      return after(part(expression.argument), (value) => applyFunction(name, value));
    }
    case "arithmetic": {
      const { operator } = expression;
      return both(part(expression.left), part(expression.right), (left, right) =>
        applyArithmetic(operator, left, right),
      );
    }
    case "comparison": {
      const { operator } = expression;
      return both(part(expression.left), part(expression.right), (left, right) =>
        applyComparison(operator, left, right),
      );
    }
    case "in":
      return both(part(expression.left), part(expression.right), applyIn);
  }
}

/** An expression where true or false is due: nothing and null are false, anything else is refused. */
export function buildBoolean<Subject>(
  expression: Expression,
  readers: Readers<Subject>,
): (subject: Subject) => boolean {
  const evaluate = build(expression, readers);
  return (subject) => {
    const value = evaluate(subject);
    if (typeof value === "boolean") return value;
    if (value === undefined || value === null) return false;
    throw new Refused<OperandFailure>({
      code: "operand_not_boolean",
      column: expression.column,
      found: typeName(value),
    });
  };
}

/**
 * Every operand is looked at, even when the first decides: so a wrong type is found in the first event that has it, and what is
 * refused does not depend on the order the operands are written in.
 */
function buildJoin<Subject>(
  kind: "and" | "or",
  operands: readonly Expression[],
  readers: Readers<Subject>,
): Evaluate<Subject> {
  const decides = kind === "or";
  const built = operands.map((operand) => buildBoolean(operand, readers));
  return (subject) => {
    let joined = !decides;
    for (const operand of built) if (operand(subject) === decides) joined = decides;
    return joined;
  };
}

function buildRead<Subject>(
  { root, path: [first, ...steps], column }: Extract<Expression, { kind: "read" }>,
  readers: Readers<Subject>,
): Evaluate<Subject> {
  const read = readers[root]?.(first);
  if (read === undefined) {
    const reference = `${root}["${first}"]`;
    throw new Refused({ code: "reference_unavailable", column, reference });
  }
  const [second, ...others] = steps;
  const join = second === undefined ? undefined : readers.joined?.(root, first, second);
  if (join === undefined || second === undefined)
    return (subject) => steps.reduce(step, toValue(read(subject)));
  return (subject) => {
    const value = toValue(read(subject));
    return others.reduce(step, isObject(value) ? step(value, second) : toValue(join(subject)));
  };
}

function step(value: Value, key: string): Value {
  return isObject(value) && Object.hasOwn(value, key) ? toValue(value[key]) : undefined;
}

const after =
  <Subject>(inner: Evaluate<Subject>, apply: (value: Value) => Value): Evaluate<Subject> =>
  (subject) =>
    apply(inner(subject));

const both =
  <Subject>(
    left: Evaluate<Subject>,
    right: Evaluate<Subject>,
    apply: (left: Value, right: Value) => Value,
  ): Evaluate<Subject> =>
  (subject) =>
    apply(left(subject), right(subject));
