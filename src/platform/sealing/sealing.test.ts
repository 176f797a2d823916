import { expect, test } from "vitest";
import { systemRandomness } from "../secrets.ts";
import { createSealing } from "./sealing.ts";

const KEY = "a1".repeat(32);
const OTHER = "b2".repeat(32);

test("what is sealed opens with the same key for the same thing, and for nothing else", () => {
  const { seal, open } = createSealing([KEY], systemRandomness);
  const sealed = seal("pa:ss wörd", "source/1/password");
  expect(open(sealed, "source/1/password")).toBe("pa:ss wörd");
  expect(open(sealed, "source/2/password")).toBeUndefined();
  expect(sealed).not.toContain("wörd");
  expect(seal("pa:ss wörd", "source/1/password")).not.toBe(sealed);
});

test("a new key in front seals from then on, and the old one still opens", () => {
  const sealed = createSealing([KEY], systemRandomness).seal("secret", "x");
  const both = createSealing([OTHER, KEY], systemRandomness);
  expect(both.open(sealed, "x")).toBe("secret");
  expect(createSealing([OTHER], systemRandomness).open(both.seal("new", "x"), "x")).toBe("new");
  expect(createSealing([OTHER], systemRandomness).open(sealed, "x")).toBeUndefined();
});

test("a changed byte, a cut and a foreign text do not open", () => {
  const { seal, open } = createSealing([KEY], systemRandomness);
  const sealed = seal("secret", "x");
  const at = sealed.length - 4;
  expect(
    open(sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1), "x"),
  ).toBeUndefined();
  expect(open(sealed.slice(0, 20), "x")).toBeUndefined();
  expect(open("plain text", "x")).toBeUndefined();
});
