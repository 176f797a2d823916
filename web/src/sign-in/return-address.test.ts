import { expect, test } from "vitest";
import { readReturn } from "./return-address.ts";

test.each([
  ["/p/1/home?x=1", { return: "/p/1/home?x=1" }],
  ["//elsewhere.example", {}],
  ["/\\elsewhere.example", {}],
  ["/\t/elsewhere.example", {}],
  ["/\n\r\\elsewhere.example", {}],
  ["https://elsewhere.example", {}],
  ["javascript:alert(1)", {}],
  [undefined, {}],
  [7, {}],
])("%s leads to %j", (given, expected) => {
  expect(readReturn({ return: given })).toEqual(expected);
});
