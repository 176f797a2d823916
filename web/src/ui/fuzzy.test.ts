import { expect, test } from "vitest";
import { fittingNames } from "./fuzzy.ts";

const names = [
  "Purchase",
  "Purchase refunded",
  "checkout_purchase",
  "Repurchase",
  "Sign up",
  "Push received",
].map((name) => ({ name }));
const found = (query: string) => fittingNames(names, query).map(({ name }) => name);

test("nothing typed shows all names in their order", () => {
  expect(found(" ")).toEqual(names.map(({ name }) => name));
});

test("the whole name comes first, then beginnings, beginnings of words, insides and letters in order", () => {
  expect(found("purchase")).toEqual(["Purchase", "Purchase refunded", "checkout_purchase", "Repurchase"]);
  expect(found("prc")).toEqual([
    "Purchase",
    "Repurchase",
    "Push received",
    "Purchase refunded",
    "checkout_purchase",
  ]);
});

test("the display name is searched as well as the tracked one", () => {
  const items = [{ name: "evt_17", displayName: "Order placed" }, { name: "order" }];
  expect(fittingNames(items, "order pl").map(({ name }) => name)).toEqual(["evt_17"]);
  expect(fittingNames(items, "evt").map(({ name }) => name)).toEqual(["evt_17"]);
});

test("marks of patterns are plain letters", () => {
  expect(fittingNames([{ name: "a.*b" }, { name: "axxb" }], ".*").map(({ name }) => name)).toEqual(["a.*b"]);
});
