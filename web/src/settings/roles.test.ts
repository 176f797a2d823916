import { expect, test } from "vitest";
import { roleHere } from "./roles.ts";

test.each([
  ["owner", [], "owner (of the organization)"],
  ["admin", [{ id: 1, role: "consumer" }], "admin (of the organization)"],
  ["admin", [{ id: 1, role: "owner" }], "owner"],
  ["member", [{ id: 1, role: "analyst" }], "analyst"],
  ["member", [{ id: 2, role: "owner" }], "none"],
] as const)("%s with %j can here: %s", (role, projects, expected) => {
  expect(roleHere(role, [...projects], 1)).toBe(expected);
});
