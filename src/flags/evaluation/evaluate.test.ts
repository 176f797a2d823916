import { expect, test } from "vitest";
import type { Flag } from "../types.ts";
import { inKeyOrder } from "../variant-order.ts";
import { compileFlag } from "./compile-flag.ts";
import { evaluateFlags } from "./evaluate.ts";

const AUTHOR = { id: 1, name: "ana", email: "ana" };
const AT = new Date(0);
const flag = (more: Partial<Flag>): Flag => ({
  id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  projectId: 1,
  workspaceId: 1,
  key: "checkout",
  name: "Checkout",
  description: null,
  status: "enabled",
  context: "distinct_id",
  servingMethod: "client",
  tags: [],
  variantOrder: "key",
  ruleset: {
    variants: [
      { key: "control", value: "a", is_control: true, split: 0.5 },
      { key: "treatment", value: "b", split: 0.3 },
      { key: "third", value: "c", split: 0.2 },
    ],
    rollout: [{ rollout_percentage: 1, variant_splits: {} }],
  },
  experimentId: null,
  dataGroupId: null,
  isExperimentActive: null,
  hashSalt: "0123456789abcdef0123456789abcdef",
  enabledAt: AT,
  createdAt: AT,
  modifiedAt: AT,
  archivedAt: null,
  creator: AUTHOR,
  modifier: AUTHOR,
  ...more,
});

function count(one: Flag, people: number): Record<string, number> {
  const compiled = [compileFlag(one)];
  const counts: Record<string, number> = {};
  for (let n = 0; n < people; n += 1) {
    const { flags } = JSON.parse(evaluateFlags(compiled, { distinct_id: `person ${n}` }));
    const variant = flags[one.key]?.variant_key ?? "none";
    counts[variant] = (counts[variant] ?? 0) + 1;
  }
  return counts;
}

test("of a hundred thousand people each variant gets its part, as the sample-ratio test sees it", () => {
  const counts = count(flag({}), 100_000);
  const expected = { control: 50_000, treatment: 30_000, third: 20_000 };
  const chiSquare = Object.entries(expected).reduce(
    (sum, [key, wanted]) => sum + ((counts[key] ?? 0) - wanted) ** 2 / wanted,
    0,
  );
  // The χ² that two degrees of freedom exceed once in a thousand times.
  expect(chiSquare).toBeLessThan(13.816);
});

test("variants are walked in the order of their keys, whatever order the list was written in", () => {
  const { variants } = flag({}).ruleset;
  const people = Array.from({ length: 1000 }, (_, n) => ({ distinct_id: `person ${n}` }));
  const given = (one: Flag) => people.map((person) => evaluateFlags([compileFlag(one)], person));
  const written = given(flag({}));
  const reversed = { ...flag({}).ruleset, variants: [...variants].reverse() };
  expect(given(flag({ ruleset: reversed }))).toEqual(written);
  // Flags from before that keep the order of their list, and so everyone's variant.
  const asListed = given(flag({ variantOrder: "list" }));
  expect(asListed).not.toEqual(written);
  expect(given(flag({ ruleset: reversed, variantOrder: "list" }))).not.toEqual(asListed);
});

test("keys are ordered by code point, not by UTF-16 unit", () => {
  const keys = ["\u{1F600}", "\uFF5E", "a", "B"].map((key) => ({ key, value: true, split: 0.25 }));
  expect(inKeyOrder(keys).map(({ key }) => key)).toEqual(["B", "a", "\uFF5E", "\u{1F600}"]);
});

test("without a salt the flag's key alone decides the buckets", () => {
  // The buckets of user123 are 0.27 and 0.59.
  const one = flag({ key: "new_checkout_flow", hashSalt: null });
  const at = (percentage: number) => {
    const ruleset = { ...one.ruleset, rollout: [{ rollout_percentage: percentage, variant_splits: {} }] };
    const compiled = [compileFlag({ ...one, ruleset })];
    return JSON.parse(evaluateFlags(compiled, { distinct_id: "user123" })).flags.new_checkout_flow
      ?.variant_key;
  };
  expect([at(0.27), at(0.28)]).toEqual([undefined, "third"]);
});

test("splits that end below one leave the rest to the last variant", () => {
  const variants = [
    { key: "a", value: true, split: 0.1 },
    { key: "b", value: false, split: 0.1 },
  ];
  const counts = count(
    flag({ ruleset: { variants, rollout: [{ rollout_percentage: 1, variant_splits: {} }] } }),
    1_000,
  );
  expect(counts.b).toBeGreaterThan(800);
  expect(counts).not.toHaveProperty("none");
});

test("names such as __proto__ are keys like any other", () => {
  const compiled = [compileFlag(flag({ key: "__proto__" }))];
  expect(evaluateFlags(compiled, { distinct_id: "ana" })).toContain('"__proto__":{"variant_key"');
  const byGroup = [compileFlag(flag({ context: "constructor" }))];
  expect(JSON.parse(evaluateFlags(byGroup, { distinct_id: "ana" })).flags).toEqual({});
});
