import { expect, test } from "vitest";
import { decodeData, readForm } from "./form-data.ts";

test("the known fields of a form are read as they were first given", () => {
  const form = readForm("x=1&data=%5B%7B%7D%5D+a&verbose=1&data=second&strict=1&database=no");
  expect(form).toEqual({ data: "[{}] a", verbose: "1", strict: "1" });
  expect(readForm("")).toEqual({});
  expect(readForm("data")).toEqual({});
});

test("base64 comes out whole in either alphabet, padded or not, with blanks for plus signs", () => {
  const text = JSON.stringify([{ event: "ü>>>???", n: 1 }]);
  const base64 = Buffer.from(text).toString("base64");
  for (const data of [text, base64, base64.replaceAll("+", " "), Buffer.from(text).toString("base64url")]) {
    expect(decodeData(data).toString()).toBe(text);
  }
});

test.each([
  "+",
  "%",
  "%4",
  "%41",
  "a%zz%4g",
  "%C3%A9",
  "%C3",
  "%EF%BB%BFa",
  "é+😀",
  "%00",
  "\ud800",
  "\ud800+",
  "=a=",
  "%2B+%20",
])("%j is read as URLSearchParams reads it", (text) => {
  expect(readForm(`x=1&data=${text}&y`).data).toBe(new URLSearchParams(`data=${text}`).get("data"));
});
