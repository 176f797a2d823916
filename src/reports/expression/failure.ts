/** Why an expression cannot be used. All are the asker's to mend. */
export type ExpressionFailure =
  | { code: "expression_too_long"; bytesMax: number }
  | { code: "expression_too_deep"; column: number; depthMax: number }
  | { code: "expression_unreadable"; column: number; reason: string }
  /** It reads something that this question cannot look up. */
  | { code: "reference_unavailable"; column: number; reference: string }
  | OperandFailure;

/** `and`, `or` and a filter as a whole take true, false and nothing at all; a number or a string there is a mistake. */
export type OperandFailure = { code: "operand_not_boolean"; column: number; found: string };

export function sayExpressionFailure(failure: ExpressionFailure): string {
  switch (failure.code) {
    case "expression_too_long":
      return `the expression is longer than ${failure.bytesMax} bytes.`;
    case "expression_too_deep":
      return `column ${failure.column}: the expression is nested more than ${failure.depthMax} levels deep.`;
    case "expression_unreadable":
      return `column ${failure.column}: ${failure.reason}`;
    case "reference_unavailable":
      return `column ${failure.column}: ${failure.reference} cannot be used here.`;
    case "operand_not_boolean":
      return `column ${failure.column}: true or false is needed here, not a ${failure.found}; compare it with something or use boolean(…).`;
  }
}
