import { expect, test } from "vitest";
import { documentOf, EMPTY_DRAFT, questionOf, readReport } from "./report-document.ts";

const sound = {
  version: 1,
  kind: "segmentation",
  events: [{ event: "Purchase" }],
  measure: { kind: "unique" },
  time_frame: { from: "2026-06-01", to: "2026-06-30" },
  unit: "week",
  breakdown: { property: "country" },
};

test("a sound document is read as it is, and written as it was", () => {
  const { draft, dropped } = readReport(sound);
  expect(dropped).toEqual([]);
  expect(documentOf(draft)).toEqual(sound);
});

test("a part that does not fit is dropped and named; the rest stands", () => {
  const { draft, dropped } = readReport({ ...sound, unit: "fortnight", colour: "red" });
  expect(dropped).toEqual(["the length of periods", "'colour'"]);
  expect(draft.events).toEqual([{ event: "Purchase" }]);
  expect(draft.unit).toBeUndefined();
});

test("filters are read one by one", () => {
  const good = { property: "$warehouse_import_id", operator: "equals", value: [7] };
  const { draft, dropped } = readReport({
    ...sound,
    filters: { match: "any", clauses: [good, { property: "x", operator: "resembles" }, 5] },
  });
  expect(dropped).toEqual(["2 of the filters"]);
  expect(draft.filters).toEqual({ match: "any", clauses: [good] });
});

test("a filter that waits for its property or value stays, and is not asked", () => {
  const filters = {
    clauses: [
      { property: "", operator: "equals" },
      { property: "plan", operator: "equals" },
    ],
  };
  const { draft, dropped } = readReport({ ...sound, filters });
  expect(dropped).toEqual([]);
  expect(draft.filters?.clauses).toHaveLength(2);
  expect(questionOf(draft)?.filters).toBeUndefined();
});

test.each([["text"], [7], [[]], [{ version: 2, kind: "segmentation" }], [{ version: 1, kind: "funnel" }]])(
  "%j begins an empty report and says so",
  (q) => {
    const { draft, dropped } = readReport(q);
    expect(draft).toEqual(EMPTY_DRAFT);
    expect(dropped).toHaveLength(1);
  },
);

test("without an event there is nothing to ask", () => {
  expect(questionOf(EMPTY_DRAFT)).toBeUndefined();
});
