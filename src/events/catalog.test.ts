import { expect, test } from "vitest";
import { Catalog } from "./catalog.ts";

test("columns are numbered as they are declared, and keep their type", () => {
  const catalog = new Catalog();
  expect(catalog.declare("a", "double")).toMatchObject({ number: 1, type: "double" });
  expect(catalog.declare("b", "varchar")).toMatchObject({ number: 2 });
  expect(catalog.declare("a", "varchar")).toMatchObject({ number: 1, type: "double" });
  expect(catalog.since(1)).toEqual([{ number: 2, name: "b", type: "varchar" }]);
});

test("past the cap a property gets none", () => {
  const catalog = new Catalog([], { columnsMax: 1 });
  catalog.declare("a", "double");
  expect(catalog.declare("b", "double")).toBeUndefined();
  expect(catalog.find("b")).toBeUndefined();
});

test("declarations of elsewhere are taken over once, in their order, and must agree", () => {
  const catalog = new Catalog([{ number: 1, name: "a", type: "double" }]);
  const later = [
    { number: 1, name: "a", type: "double" as const },
    { number: 2, name: "b", type: "json" as const },
  ];
  expect(catalog.apply(later)).toBeNull();
  expect(catalog.apply(later)).toBeNull();
  expect(catalog.last).toBe(2);
  expect(catalog.apply([{ number: 9, name: "c", type: "json" }])).toEqual({
    code: "declaration_missing",
    expected: 3,
    found: 9,
  });
  expect(catalog.apply([{ number: 1, name: "a", type: "varchar" }])).toMatchObject({
    code: "declaration_conflict",
  });
});
