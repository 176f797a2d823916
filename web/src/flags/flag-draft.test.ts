import { expect, test } from "vitest";
import { toFlagBody } from "./flag-body.ts";
import { draftOf, NEW_FLAG } from "./flag-draft.ts";
import type { Flag, Ruleset } from "./queries.ts";

const flag = (ruleset: Partial<Ruleset>): Flag =>
  ({
    ...{ name: "Checkout", key: "checkout", description: null, tags: [], context: "distinct_id" },
    ...{ serving_method: "client", status: "enabled", data_group_id: null },
    ruleset: { variants: [{ key: "on", value: true, split: 1 }], rollout: [], ...ruleset },
  }) as unknown as Flag;

test("a flag that nobody edits is sent back as it was", () => {
  const ruleset: Ruleset = {
    variants: [
      { key: "a", value: "x", split: 0.3, is_control: true, description: "first" },
      { key: "b", value: "y", split: 0.7, is_control: false, description: null },
    ],
    rollout: [
      {
        name: "Paying",
        rollout_percentage: 0.25,
        variant_splits: { a: 1, b: 0 },
        runtime_evaluation_rule: { or: [{ "==": [{ var: "plan" }, "paid"] }, { ">": [{ var: "age" }, 3] }] },
        runtime_evaluation_definition: null,
        variant_override: null,
      },
    ],
    test: { users: { ana: "b" } },
  };
  const given = flag(ruleset);
  const sent = toFlagBody(draftOf(given), given);
  expect("body" in sent && sent.body.ruleset).toEqual(ruleset);
  expect("body" in sent && sent.body.status).toBe("enabled");
});

test("a rule that is no JSON is told with its place", () => {
  const draft = NEW_FLAG();
  const rollouts = draft.rollouts.map((one) => ({ ...one, rule: { kind: "json" as const, text: "{" } }));
  expect(toFlagBody({ ...draft, rollouts }, undefined)).toEqual({
    fault: expect.stringContaining("group 1"),
  });
});

test("a condition without a property is refused: left out, it would make the group everybody", () => {
  const draft = NEW_FLAG();
  const conditions = [{ property: " ", operator: "is" as const, value: "pro" }];
  const rollouts = draft.rollouts.map((one) => ({
    ...one,
    rule: { kind: "conditions" as const, conditions },
  }));
  expect(toFlagBody({ ...draft, rollouts }, undefined)).toEqual({
    fault: expect.stringContaining("names no property"),
  });
});

test("a new flag serves nobody until it is switched on", () => {
  const sent = toFlagBody({ ...NEW_FLAG(), name: "New", key: "new" }, undefined);
  expect("body" in sent && sent.body.status).toBe("disabled");
});
