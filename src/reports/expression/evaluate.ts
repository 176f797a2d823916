import { fail, ok, type Result } from "../../platform/result.ts";
import { build, buildBoolean, type Readers, Refused } from "./build.ts";
import { checkBoolean } from "./check-operands.ts";
import type { ExpressionFailure, OperandFailure } from "./failure.ts";
import type { Expression } from "./tree.ts";
import type { Value } from "./values.ts";

/** The value of an expression for one subject, or the operand that had a wrong type in it. */
export type Evaluator<Subject> = (subject: Subject) => Result<Value, OperandFailure>;
/** Whether a filter keeps a subject, or the operand that had a wrong type in it. */
export type Predicate<Subject> = (subject: Subject) => boolean | OperandFailure;

export function createEvaluator<Subject>(
  expression: Expression,
  readers: Readers<Subject>,
): Result<Evaluator<Subject>, ExpressionFailure> {
  return attempt<Result<Evaluator<Subject>, ExpressionFailure>>(() => {
    const evaluate = build(expression, readers);
    return ok((subject) => attempt<Result<Value, OperandFailure>>(() => ok(evaluate(subject)), fail));
  }, fail);
}

/** A filter as a whole is read like an operand of `and`: nothing is no, a number or a string is a mistake. */
export function createPredicate<Subject>(
  expression: Expression,
  readers: Readers<Subject>,
): Result<Predicate<Subject>, ExpressionFailure> {
  const mistake = checkBoolean(expression);
  if (mistake !== undefined) return fail(mistake);
  return attempt<Result<Predicate<Subject>, ExpressionFailure>>(() => {
    const keeps = buildBoolean(expression, readers);
    return ok((subject) =>
      attempt<boolean | OperandFailure>(
        () => keeps(subject),
        (failure) => failure,
      ),
    );
  }, fail);
}

/** While it is built an expression refuses references, while it runs it refuses operands: the caller's types say which. */
function attempt<Outcome>(work: () => Outcome, refused: (failure: never) => Outcome): Outcome {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return refused(error.failure as never);
    throw error;
  }
}
