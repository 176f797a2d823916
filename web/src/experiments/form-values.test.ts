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
});

const metricsOf = (...metrics: Metric[]) =>
  toValues({ metrics, variants: [], tags: [], settings: {} } as unknown as Experiment);

test("filters and steps that nobody touches are sent as they were, to the type of each value", () => {
  const filters: NonNullable<NonNullable<Metric["event"]>["filters"]> = [
    { property: "sku", operator: "equals", value: "007" },
    { property: "price", operator: "greater_than", value: 7 },
    { property: "beta", operator: "equals", value: true },
    { property: "coupon", operator: "is_set" },
  ];
  const one = { name: "Orders", event: { name: "Order", filters, property: "price" }, steps: null };
  const funnel = { name: "Funnel", event: null, steps: [{ name: "View" }, { name: "Order", filters }] };
  const [first, second] = toBody(metricsOf(one, funnel)).metrics ?? [];
  expect(first).toMatchObject(one);
  expect(second).toMatchObject(funnel);
});

test("what is typed is a number where it looks like one; a step without an event is told by the server", () => {
  const values = metricsOf({ name: "Orders", event: { name: "Order" } });
  const [metric] = values.metrics;
  if (metric === undefined) throw new Error("there is one");
  const filter = (operator: "equals" | "contains", value: string) => ({
    ...{ property: " price ", operator, value, kept: "8" },
  });
  metric.event.filters = [filter("equals", "7"), filter("contains", "7"), filter("equals", "8")];
  expect(toBody(values).metrics?.[0]?.event?.filters).toEqual([
    { property: "price", operator: "equals", value: 7 },
    { property: "price", operator: "contains", value: "7" },
    { property: "price", operator: "equals", value: "8" },
  ]);
  metric.steps = [metric.event, { name: "", filters: [], kept: undefined }];
  expect(toBody(values).metrics?.[0]).toMatchObject({
    event: null,
    steps: [{ name: "Order" }, { name: "" }],
  });
  expect(toBody({ ...values, metrics: [{ ...metric, kind: "total_events" }] }).metrics?.[0]).toMatchObject({
    event: { name: "Order" },
    steps: null,
  });
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
