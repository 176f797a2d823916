import { expect, test } from "vitest";
import { createBodyBudget } from "./body-budget.ts";

test("bodies fit until the budget is used up, and again when one is closed", () => {
  const budget = createBodyBudget(100);
  const [one, two, three] = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map(budget.open);
  expect(one?.add(50)).toBeUndefined();
  expect(two?.add(50)).toBeUndefined();
  expect(three?.add(1)).toBe("server");
  one?.close();
  one?.close();
  expect(three?.add(50)).toBeUndefined();
  expect(three?.add(1)).toBe("server");
});

test("one client gets half of the budget", () => {
  const budget = createBodyBudget(100);
  const first = budget.open("2001:db8::1");
  expect(first.add(40)).toBeUndefined();
  const second = budget.open("2001:db8::2");
  expect(second.add(10)).toBeUndefined();
  expect(second.add(1)).toBe("client");
  expect(budget.open("2001:db8:0:1::1").add(50)).toBeUndefined();
});

test("one body always fits", () => {
  const body = createBodyBudget(10).open("192.0.2.1");
  expect(body.add(600)).toBeUndefined();
  expect(body.add(400)).toBeUndefined();
});

test("bytes that arrive after the end are not counted", () => {
  const budget = createBodyBudget(100);
  const late = budget.open("192.0.2.1");
  late.close();
  late.add(100);
  const next = budget.open("192.0.2.1");
  expect(next.add(1)).toBeUndefined();
  expect(next.add(99)).toBeUndefined();
});
