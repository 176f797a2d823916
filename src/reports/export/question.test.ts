import { describe, expect, test } from "vitest";
import { sayExpressionFailure } from "../expression/failure.ts";
import { readExportQuestion } from "./question.ts";

const NOW = Date.parse("2026-06-02T15:00:00Z");
const DATES = { from_date: "2026-06-01", to_date: "2026-06-02" };
const read = (more: Record<string, string> = {}) => readExportQuestion({ ...DATES, ...more }, NOW);

function refusal(more: Record<string, string>): string {
  const question = read(more);
  if (question.ok) return "taken";
  const { failure } = question;
  return failure.code === "invalid_parameter" ? failure.reason : sayExpressionFailure(failure);
}

test("days are whole and in UTC, the last one included", () => {
  expect(read()).toMatchObject({
    value: {
      span: { fromMs: Date.parse("2026-06-01T00:00:00Z"), beforeMs: Date.parse("2026-06-03T00:00:00Z") },
      events: undefined,
      filter: undefined,
      limit: Number.POSITIVE_INFINITY,
      timeInMs: false,
    },
  });
});

test("events come as an array, as one name, or as one name in quotes", () => {
  expect(read({ event: '["a","b","a"]' })).toMatchObject({ value: { events: ["a", "b"] } });
  expect(read({ event: "Sign Up" })).toMatchObject({ value: { events: ["Sign Up"] } });
  expect(read({ event: '"Sign Up"' })).toMatchObject({ value: { events: ["Sign Up"] } });
  expect(read({ event: "" })).toMatchObject({ value: { events: undefined } });
});

test("flags are read as people and libraries write them", () => {
  for (const [text, timeInMs] of [
    ["true", true],
    ["True", true],
    ["1", true],
    ["false", false],
    ["0", false],
  ] as const)
    expect(read({ time_in_ms: text }), text).toMatchObject({ value: { timeInMs } });
});

describe("what does not fit is refused in words", () => {
  test.each([
    [{ from_date: "" }, "from_date is required: a day such as 2026-01-31"],
    [{ from_date: "2026-6-1" }, "from_date must be a day of the form YYYY-MM-DD"],
    [{ from_date: "2026-02-30" }, "from_date must be a day of the form YYYY-MM-DD"],
    [{ to_date: "2026-06-02T00:00:00" }, "to_date must be a day of the form YYYY-MM-DD"],
    [{ to_date: "2026-05-31" }, "from_date cannot be later than to_date"],
    [{ to_date: "2026-06-03" }, "to_date cannot be later than today"],
    [{ event: "[]" }, "event names no event; leave it out for all events"],
    [{ event: "[1]" }, 'event must be a JSON array of names such as ["Purchase"], or one name'],
    [{ event: '["a"' }, 'event must be a JSON array of names such as ["Purchase"], or one name'],
    [{ limit: "0" }, "limit must be a whole number from 1 to 100000"],
    [{ limit: "100001" }, "limit must be a whole number from 1 to 100000"],
    [{ limit: "1.5" }, "limit must be a whole number from 1 to 100000"],
    [{ limit: "-1" }, "limit must be a whole number from 1 to 100000"],
    [{ time_in_ms: "yes" }, "time_in_ms must be true or false"],
    [{ where: "1 +" }, "column 4: a value is expected here, but the expression ends."],
    [{ where: 'user["plan"] == 1' }, 'column 1: user["plan"] cannot be used here.'],
    [{ where: 'event["$nothing"] == 1' }, 'column 1: event["$nothing"] cannot be used here.'],
  ])("%o", (more, words) => expect(refusal(more)).toBe(words));
});

test("limits are taken at both ends", () => {
  expect(read({ limit: "1" })).toMatchObject({ value: { limit: 1 } });
  expect(read({ limit: "100000" })).toMatchObject({ value: { limit: 100_000 } });
});
