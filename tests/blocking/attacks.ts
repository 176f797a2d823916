/** Texts of a given length that are hard on a parser: long runs of what it looks for, nesting without an end, near misses. */
export type Attack = { name: string; make(size: number): string };

const UNITS = [
  ...`&=;,:+/%"'\\[{(<.-_~ 0A@!*?|#\t\n`,
  ...["\r\n", "%41", "\\u0041", "é", "😀", '""', "[]", "{}", "()", "\\\\", "--", "::", "a,", "a;", "a=b&"],
  ...["a.", "0.", "1e", "-0", "1,", "a:", "@a", "a ", " a", "=A", "&data=", "data=", ";q=", "gzip;q=0,"],
  ...["not ", "1 and ", "1+", "a or ", "defined(", "-", '"a" in ', 'properties["a"]==', "(1)+", "if("],
  ...["eyJaaaaaaaa-", "://a:", "bearer a", "Basic ", "A=; ", "2026-01-01T", "+00:00", "P1Y", "Europe/"],
  ...['{"a":1}\n', '"a",', "{},", "[1],", "null,", "\\n", "$", "a@a.", "http://", "xn--", "a{1,9}", "(a*)*"],
];

/** Beginnings and ends that make a run almost, but not quite, what a parser accepts. */
const FRAMES: readonly (readonly [start: string, end: string])[] = [
  ["", ""],
  ["A", "!"],
  ['"', ""],
  ["(", "1"],
];

export const TEXTS: readonly Attack[] = UNITS.flatMap((unit) =>
  FRAMES.map(([start, end]) => ({
    name: `${JSON.stringify(start)} + ${JSON.stringify(unit)} … + ${JSON.stringify(end)}`,
    make: (size) => start + unit.repeat(Math.ceil(size / unit.length)) + end,
  })),
);

const LONG_NUMBER = "12345678901234567890";
const numbered = (size: number, one: (at: number) => string): string => {
  const count = Math.ceil(size / (one(size).length + 1));
  return Array.from({ length: count }, (_, at) => one(at)).join();
};

/** The same for whole JSON bodies. */
export const JSON_TEXTS: readonly Attack[] = [
  { name: "arrays without an end", make: (size) => "[".repeat(size) },
  { name: "nested arrays", make: (size) => "[".repeat(size / 2) + "]".repeat(size / 2) },
  { name: "objects without an end", make: (size) => '{"a":'.repeat(size / 5) },
  { name: "nested objects", make: (size) => `${'{"a":'.repeat(size / 6)}1${"}".repeat(size / 6)}` },
  { name: "small numbers", make: (size) => `[${"1,".repeat(size / 2)}${LONG_NUMBER}]` },
  { name: "long numbers", make: (size) => `[${`${LONG_NUMBER},`.repeat(size / 21)}1]` },
  { name: "one number", make: (size) => `[${"1".repeat(size)}]` },
  { name: "zeros", make: (size) => `[1.${"0".repeat(size)}1e5]` },
  { name: "a long number beside tildes", make: (size) => `[${LONG_NUMBER},"${"~".repeat(size)}"]` },
  { name: "a long number beside a mark", make: (size) => `[${LONG_NUMBER},"${"~n:".repeat(size / 3)}"]` },
  { name: "empty objects", make: (size) => `[${"{},".repeat(size / 3)}{}]` },
  { name: "empty texts", make: (size) => `[${'"",'.repeat(size / 3)}""]` },
  { name: "escapes", make: (size) => `["${"\\u00e9".repeat(size / 6)}"]` },
  { name: "halves of characters", make: (size) => `["${"\\ud83d".repeat(size / 6)}"]` },
  { name: "backslashes", make: (size) => `["${"\\\\".repeat(size / 2)}"]` },
  { name: "blanks", make: (size) => `[${" ".repeat(size)}` },
  { name: "many keys", make: (size) => `{${numbered(size, (at) => `"k${at}":1`)}}` },
  { name: "keys that are numbers", make: (size) => `{${numbered(size, (at) => `"${at * 7}":1`)}}` },
  { name: "the same key", make: (size) => `{${numbered(size, () => '"a":1')}}` },
  { name: "the prototype's key", make: (size) => `{${numbered(size, () => '"__proto__":{}')}}` },
  {
    name: "many records",
    make: (size) => `[${numbered(size, (at) => `{"event":"e${at}","properties":{}}`)}]`,
  },
  {
    name: "one record with many properties",
    make: (size) =>
      `[{"event":"e","properties":{"token":"t","time":1,"distinct_id":"a",${numbered(size, (at) => `"p${at}":${at}`)}}}]`,
  },
  {
    name: "one record with a long list",
    make: (size) =>
      `[{"event":"e","properties":{"time":1,"distinct_id":"a","l":[${numbered(size, (at) => `"${at}"`)}]}}]`,
  },
  {
    name: "lists of one update",
    make: (size) =>
      `[{"$token":"t","$distinct_id":"a","$union":{"l":[${numbered(size, (at) => `"${at}"`)}]}}]`,
  },
  { name: "lines", make: (size) => `{"event":"e","properties":{}}\n`.repeat(size / 30) },
];
