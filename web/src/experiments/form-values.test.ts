import { expect, test } from "vitest";
import { readValue, toBody } from "./form-body.ts";
import { toValues } from "./form-values.ts";
import type { Experiment, Metric } from "./queries.ts";

test("a new experiment has two halves, one of them the control", () => {
  const { variants } = toBody({ ...toValues(undefined), name: " New " });
  expect(variants).toEqual([
    { key: "control", value: false, split: 0.5, is_control: true, description: null },
    { key: "treatment", value: true, split: 0.5, is_control: false, description: null },
  ]);
});

test("what the form does not show of a metric comes back as it was", () => {
  const metric: Metric = {
    id: "m",
    name: "Orders",
    event: { name: "Order", filters: [{ property: "country", operator: "equals", value: "de" }] },
    group_key: "company",
    cuped: false,
  };
  const values = toValues({
    metrics: [metric],
    variants: [],
    tags: [],
    settings: {},
  } as unknown as Experiment);
  expect(toBody(values).metrics?.[0]).toMatchObject(metric);
  const other = { ...values, metrics: values.metrics.map((one) => ({ ...one, event: "Refund" })) };
  expect(toBody(other).metrics?.[0]?.event).toEqual({ name: "Refund" });
});

test("thirds survive the way over percents", () => {
  const variants = [1 / 3, 1 / 3, 1 / 3].map((split, at) => ({ key: String(at), value: "", split }));
  const values = toValues({ metrics: [], variants, tags: [], settings: {} } as unknown as Experiment);
  const sum = toBody(values).variants?.reduce((all, { split = 0 }) => all + split, 0) ?? 0;
  expect(Math.abs(sum - 1)).toBeLessThan(2e-6);
});

test("values are booleans, objects, or text", () => {
  expect(readValue("true")).toBe(true);
  expect(readValue('{"a":1}')).toEqual({ a: 1 });
  expect(readValue("{broken")).toBe("{broken");
  expect(readValue("blue")).toBe("blue");
});
