import { expect, test } from "vitest";
import { joinSurrogates } from "./join-surrogates.ts";

/** As the browser client does it: each half of a character by itself. */
const asBrowser = (text: string): Buffer =>
  Buffer.from(
    text.split("").flatMap((half) => {
      const code = half.charCodeAt(0);
      if (code < 128) return [code];
      if (code < 2048) return [(code >> 6) | 192, (code & 63) | 128];
      return [(code >> 12) | 224, ((code >> 6) & 63) | 128, (code & 63) | 128];
    }),
  );

test("halves that belong together become the character they were", () => {
  for (const text of [
    "\u{1F600}",
    "a\u{1F600}\u{10FFFF}ü✓\u{10000}b",
    "\u{1F468}\u200D\u{1F469}",
    "퟿",
    "plain",
  ]) {
    expect(joinSurrogates(asBrowser(text)).toString("utf8")).toBe(text);
  }
});

test("half a character, the wrong order and other broken bytes stay broken", () => {
  const broken = [
    asBrowser("a\ud83d"),
    asBrowser("\ude00\ud83d"),
    asBrowser("\ud83d\ud83d\ude00").subarray(0, 8),
    Buffer.from([0xff, 0xed]),
    Buffer.from([0xed, 0xa0, 0x80, 0xed, 0x7f, 0x80]),
  ];
  for (const bytes of broken) expect(joinSurrogates(bytes)).toEqual(bytes);
  expect(joinSurrogates(asBrowser("\ud83d\u{1F600}"))).toEqual(
    Buffer.concat([asBrowser("\ud83d"), Buffer.from("\u{1F600}")]),
  );
});
