import { expect, test } from "vitest";
import { tooltipWords } from "./chart-tooltip.ts";

const at = (seriesName: string, value: unknown) => ({ seriesName, value, dataIndex: 0, name: "1 June" });

test("the largest value first, each line once, gaps left out", () => {
  const words = tooltipWords([at("Refund", 2), at("Purchase", 4000), at("Purchase", 4000), at("View", null)]);
  expect(words).toBe("1 June\nPurchase  4,000\nRefund  2");
});

test("names cannot speak the chart library's language", () => {
  expect(tooltipWords([at("{a|x}", 1)])).toBe("1 June\n a x   1");
});

test("of many lines the first twelve", () => {
  const many = Array.from({ length: 20 }, (_, index) => at(`line ${index}`, index));
  expect(tooltipWords(many).split("\n")).toHaveLength(14);
  expect(tooltipWords(many)).toContain("and 8 more");
});
