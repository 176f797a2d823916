import { expect, test } from "vitest";
import { effectiveProjectRole, organizationRoleReaches, projectRoleReaches } from "./roles.ts";

test.each([
  [undefined, undefined, undefined],
  ["member", undefined, undefined],
  ["member", "analyst", "analyst"],
  ["admin", "consumer", "admin"],
  ["admin", "owner", "owner"],
  ["owner", "consumer", "owner"],
  [undefined, "owner", "owner"],
] as const)("organization %s with project grant %s acts as %s", (organization, granted, expected) => {
  expect(effectiveProjectRole(organization, granted)).toBe(expected);
});

test("a role reaches itself and everything narrower", () => {
  expect(projectRoleReaches("analyst", "consumer")).toBe(true);
  expect(projectRoleReaches("analyst", "analyst")).toBe(true);
  expect(projectRoleReaches("analyst", "admin")).toBe(false);
  expect(organizationRoleReaches("member", "admin")).toBe(false);
});
