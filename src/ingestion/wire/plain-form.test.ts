import { expect, test } from "vitest";
import { decodeData, readForm } from "./form-data.ts";
import { decodePlainForm } from "./plain-form.ts";

/** What the reader of forms makes of it. */
const byForm = (form: string) => decodeData(readForm(form).data ?? "");

const lowerCase = (text: string) => text.toLowerCase();

test("what is read in one pass is what the reader of forms makes of it, for texts of every length and letter", () => {
  for (let length = 1; length < 200; length += 1) {
    const bytes = Buffer.from(Array.from({ length }, (_, at) => 32 + ((at * 7 + length * 13) % 95)));
    const text = Buffer.concat([bytes, Buffer.from("ä€😀?>~")]);
    for (const base64 of [text.toString("base64"), text.toString("base64url")]) {
      const escaped = encodeURIComponent(base64);
      for (const value of [base64.replace(/\+$/, "%2B"), escaped, escaped.replace(/%../g, lowerCase)]) {
        const read = decodePlainForm(Buffer.from(`data=${value}`));
        expect(read).toEqual(byForm(`data=${value}`));
      }
    }
  }
});

test("halves of characters are joined as the reader of forms joins them", () => {
  const halves = Buffer.from([0x7b, 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, 0x7d]);
  const form = `data=${encodeURIComponent(halves.toString("base64"))}`;
  expect(decodePlainForm(Buffer.from(form))?.toString()).toBe("{😀}");
  expect(decodePlainForm(Buffer.from(form))).toEqual(byForm(form));
});

test("forms that are written in any other way are left to the reader of forms", () => {
  const forms = [
    "",
    "data",
    "Data=e30=",
    "data=e30=&ip=1",
    "ip=1&data=e30=",
    "data=e",
    "data=e30===",
    "data=e3=0",
    "data=e3 0",
    "data=+e30",
    "data=e30+",
    "data=%7B%7D",
    "data=e3%0A0",
    "data=e3%zz0",
    "data=e30%",
    "data=e30%3",
    '{"event":"x"}',
  ];
  for (const form of forms) expect([form, decodePlainForm(Buffer.from(form))]).toEqual([form, undefined]);
});
