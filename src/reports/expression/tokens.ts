import { fail, ok, type Result } from "../../platform/result.ts";
import type { ExpressionFailure } from "./failure.ts";
import { readNumber } from "./numbers.ts";
import type { Literal } from "./tree.ts";

export type Token = { column: number; text: string } & (
  | { kind: "value"; value: Literal }
  /** A name or a word such as `and`. */
  | { kind: "word" | "sign" }
  | { kind: "end" }
);

const SPACE = /\s+/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const SIGN = /==|!=|>=|<=|[-+*/%<>()[\],]/y;
const TEXT = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/sy;

const ESCAPE = /\\(u[0-9a-fA-F]{4}|.)/gs;
const ESCAPED: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** The text cut into words, values and signs. Every token knows its column. */
export function tokenize(text: string): Result<Token[], ExpressionFailure> {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (true) {
    at += match(SPACE)?.length ?? 0;
    const column = at + 1;
    if (at >= text.length) return ok([...tokens, { kind: "end", column, text: "the end" }]);
    const token = readToken(match, column);
    if (token === undefined)
      return fail({ code: "expression_unreadable", column, reason: sayUnreadable(text, at) });
    tokens.push(token);
    at += token.text.length;
  }
}

function readToken(match: (pattern: RegExp) => string | undefined, column: number): Token | undefined {
  const quoted = match(TEXT);
  if (quoted !== undefined) {
    const value = readEscapes(quoted.slice(1, -1));
    return value === undefined ? undefined : { kind: "value", column, text: quoted, value };
  }
  const number = match(NUMBER);
  if (number !== undefined) {
    const value = readNumber(number);
    return value === undefined ? undefined : { kind: "value", column, text: number, value };
  }
  const word = match(WORD);
  if (word !== undefined) return { kind: "word", column, text: word };
  const sign = match(SIGN);
  return sign === undefined ? undefined : { kind: "sign", column, text: sign };
}

/** As in JSON, and `\'` besides. Any other backslash is a mistake that would change what is compared. */
function readEscapes(inner: string): string | undefined {
  let known = true;
  const value = inner.replace(ESCAPE, (_whole, mark: string) => {
    if (mark.length > 1) return String.fromCharCode(Number.parseInt(mark.slice(1), 16));
    if (`"'\\/`.includes(mark)) return mark;
    known &&= mark in ESCAPED;
    return ESCAPED[mark] ?? "";
  });
  return known ? value : undefined;
}

function sayUnreadable(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === '"' || character === "'")
    return "this string does not end, or holds a backslash that means nothing.";
  if (/\d/.test(character)) return "this number cannot be read.";
  if (character === "=") return "'=' means nothing; equality is '=='.";
  if (character === "&" || character === "|" || character === "!")
    return `'${character}' means nothing; write and, or, not.`;
  return `'${character}' means nothing here.`;
}
