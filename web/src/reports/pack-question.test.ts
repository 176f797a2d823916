import { expect, test } from "vitest";
import { isLong, packQuestion, unpackQuestion } from "./pack-question.ts";

const values = Array.from({ length: 200 }, (_, at) => `Käse & Brot ${at}`);
const question = {
  version: 1,
  filters: { clauses: [{ property: "sku", operator: "equals", value: values }] },
};

test("a long question is packed shorter, in letters of an address, and comes out as it was", async () => {
  expect([isLong(question), isLong({ version: 1 })]).toEqual([true, false]);
  const packed = await packQuestion(question);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(JSON.stringify(question).length / 2);
  expect(await unpackQuestion(packed)).toEqual(question);
});

test.each(["", "no question", "AAAA", "eyJ2IjoxfQ"])("%j is no packed question", async (text) => {
  expect(await unpackQuestion(text)).toBe(text);
});
