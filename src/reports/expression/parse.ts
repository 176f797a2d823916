import { fail, ok, type Result } from "../../platform/result.ts";
import { checkOperands } from "./check-operands.ts";
import type { ExpressionFailure } from "./failure.ts";
import { DEPTH_MAX, Parser } from "./parser.ts";
import { tokenize } from "./tokens.ts";
import { depthOf, type Expression } from "./tree.ts";

const EXPRESSION_MAX_BYTES = 16_384;
/** A name without spaces or signs that the language would read otherwise. */
const BARE_NAME = /^[$A-Za-z_][\w$]*(?: [\w$]+)*$/;
const WORDS = new Set(["true", "false", "null"]);

/** Reads an expression once; what is found wrong here need not wait for the first event. */
export function parseExpression(text: string): Result<Expression, ExpressionFailure> {
  if (Buffer.byteLength(text) > EXPRESSION_MAX_BYTES)
    return fail({ code: "expression_too_long", bytesMax: EXPRESSION_MAX_BYTES });
  const tokens = tokenize(text);
  if (!tokens.ok) return tokens;
  const parsed = new Parser(tokens.value).parse();
  if (!parsed.ok) return parsed;
  // The parser bounds how deep it goes itself; sums inside sums can still make a tree that is deeper than that.
  if (depthOf(parsed.value) > DEPTH_MAX)
    return fail({ code: "expression_too_deep", column: parsed.value.column, depthMax: DEPTH_MAX });
  const mistake = checkOperands(parsed.value);
  return mistake === undefined ? parsed : fail(mistake);
}

/** For breakdowns: a bare name means the event property of that name, because clients send it so. */
export function parseBreakdown(text: string): Result<Expression, ExpressionFailure> {
  const name = text.trim();
  return BARE_NAME.test(name) && !WORDS.has(name) && !name.startsWith("not ")
    ? ok({ kind: "read", column: 1, root: "properties", path: [name] })
    : parseExpression(text);
}
