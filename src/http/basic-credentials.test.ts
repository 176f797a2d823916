import { expect, test } from "vitest";
import { parseBasicCredentials } from "./basic-credentials.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

test.each([
  ["the standard form", `Basic ${base64("ana:s3cret")}`, "ana", "s3cret"],
  ["a scheme in any case", `bAsIc ${base64("ana:s3cret")}`, "ana", "s3cret"],
  ["plain text", "Basic ana:s3cret", "ana", "s3cret"],
  ["a secret with colons", `Basic ${base64("ana:a:b:c")}`, "ana", "a:b:c"],
  ["an empty secret", `Basic ${base64("0123:")}`, "0123", ""],
  ["a bare name", `Basic ${base64("0123")}`, "0123", ""],
  [
    "the URL-safe alphabet without padding",
    `Basic ${Buffer.from("ana:??>>").toString("base64url")}`,
    "ana",
    "??>>",
  ],
  ["letters beyond ASCII", `Basic ${base64("ána:ß")}`, "ána", "ß"],
])("%s is read", (_form, header, username, secret) => {
  expect(parseBasicCredentials(header)).toEqual({ username, secret });
});

test.each([
  ["nothing", undefined],
  ["another scheme", "Bearer abc"],
  ["no value", "Basic"],
  ["no value after spaces", "Basic   "],
  ["not base64", "Basic %%%%"],
  ["bytes that are not text", `Basic ${Buffer.from([0xff, 0xfe, 0x3a]).toString("base64")}`],
  ["control characters", `Basic ${base64("ana\u0000:x")}`],
])("%s gives no credentials", (_form, header) => {
  expect(parseBasicCredentials(header)).toBeUndefined();
});
