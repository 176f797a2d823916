import { expect, test } from "vitest";
import { choiceOf, draftOf, missingOf, summaryOf } from "./decision-draft.ts";
import type { Experiment } from "./queries.ts";

const experiment = (more: object = {}): Experiment =>
  ({
    name: "Checkout",
    status: "active",
    settings: {},
    results_cache: {},
    feature_flag: { key: "checkout" },
    ...more,
  }) as unknown as Experiment;

test("a first decision begins with nothing answered, and asks in order", () => {
  const draft = draftOf(experiment());
  expect(draft).toEqual({ success: undefined, message: "", variant: undefined });
  expect(missingOf(draft)).toMatch(/whether it worked/);
  expect(missingOf({ ...draft, success: true })).toMatch(/learned/);
  expect(missingOf({ ...draft, success: true, message: "x" })).toMatch(/variant/);
  expect(missingOf({ ...draft, success: false, message: "x" })).toBeUndefined();
});

test("an edit begins with what was decided", () => {
  const decided = experiment({ status: "success", results_cache: { message: "More", variant: "b" } });
  expect(draftOf(decided)).toEqual({ success: true, message: "More", variant: "b" });
});

test("a failure names no variant, whatever was chosen before", () => {
  expect(choiceOf({ success: false, message: " No. ", variant: "b" })).toEqual({
    success: false,
    message: "No.",
    variant: null,
  });
});

test("the summary says what happens to the flag", () => {
  const said = (variant: string, more: object = {}) =>
    summaryOf({ success: true, message: "", variant }, experiment(more));
  expect(said("b")).toBe(
    "“Checkout” is recorded as worked. The experiment ends now. The flag “checkout” gives “b” to everybody.",
  );
  expect(said("__no_variant_shipped__")).toContain("switched off");
  expect(said("__defer_variant_decision__")).toContain("goes on serving");
  expect(said("b", { feature_flag: null })).toContain("No flag is linked");
  expect(said("b", { settings: { featureFlag: { onDecide: "log_only" } } })).toContain("left as it is");
  expect(summaryOf({ success: true, message: "", variant: undefined }, experiment())).toBeUndefined();
});
