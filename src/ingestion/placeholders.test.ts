import { expect, test } from "vitest";
import { isPlaceholder, maybePlaceholder } from "./placeholders.ts";

const NAMES = [
  ...[
    "null",
    "NONE",
    "Anonymous",
    "undefined",
    "n/a",
    "NA",
    "-1",
    "0",
    "{}",
    "[]",
    "<NIL>",
    "True",
    "unknown",
    "anon",
  ],
  ...["00000000-0000-0000-0000-000000000000", "$device:null", " null", "null ", "nil", "false", ""],
];
const OTHERS = [
  ...["user-1", "12345", "und", "a", "00", "01", "é", "nu", "00000000-0000-4000-8000-000000000001", "ana"],
  ...["a-longer-name-of-somebody", "$device:d-1"],
];
const maybe = (text: string) => {
  const bytes = Buffer.from(`"${text}"`);
  return maybePlaceholder(bytes, 1, bytes.length - 1);
};

test("what is a placeholder is never taken for an id by its bytes", () => {
  for (const name of [...NAMES, ...OTHERS])
    if (isPlaceholder(name)) expect([name, maybe(name)]).toEqual([name, true]);
  expect(NAMES.filter((name) => !isPlaceholder(name))).toEqual([""]);
});

test("most ids need no second look", () => {
  expect(OTHERS.filter(maybe)).toEqual(["und", "00", "é", "nu", "ana", "$device:d-1"]);
});
