/** A row as JSON. A number with more digits than a double holds comes as its digits. */
export function parseExactly(line: string): unknown[] {
  return /\d{16}/.test(line) ? JSON.parse(line, keepDigits) : JSON.parse(line);
}

function keepDigits(_: string, value: unknown, { source = "" }: { source?: string } = {}): unknown {
  return typeof value === "number" && /^-?\d{16,}$/.test(source) && !Number.isSafeInteger(value)
    ? source
    : value;
}

const ESCAPE = /\\(.)/g;
const ESCAPED: { [letter: string]: string } = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", "0": "\0" };

/** Rows of a small answer: a line each, values between tabs, `\N` for NULL. */
export function readTabs(text: string): (string | null)[][] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => line.split("\t").map(toValue));
}

const toValue = (raw: string): string | null =>
  raw === "\\N" ? null : raw.replace(ESCAPE, (_, letter: string) => ESCAPED[letter] ?? letter);
