import type { ReportDraft } from "./report-document.ts";

type Measure = NonNullable<ReportDraft["measure"]>;

export const MEASURES = [
  { value: "total", label: "Events" },
  { value: "unique", label: "Unique users" },
  { value: "average", label: "Events per user" },
  { value: "dau", label: "Active users, 1 day" },
  { value: "wau", label: "Active users, 7 days" },
  { value: "mau", label: "Active users, 30 days" },
  { value: "frequency", label: "Median events per user" },
  { value: "sum", label: "Sum of a property" },
  { value: "mean", label: "Average of a property" },
  { value: "median", label: "Median of a property" },
  { value: "min", label: "Smallest of a property" },
  { value: "max", label: "Largest of a property" },
  { value: "distinct", label: "Different values of a property" },
] as const;

export type MeasureWord = (typeof MEASURES)[number]["value"];

/** A measure by its word; `property` is used where one is needed. */
export function measureOf(word: MeasureWord, property: string): Measure {
  switch (word) {
    case "total":
    case "unique":
    case "average":
      return { kind: word };
    case "dau":
      return { kind: "active", days: 1 };
    case "wau":
      return { kind: "active", days: 7 };
    case "mau":
      return { kind: "active", days: 30 };
    case "frequency":
      return { kind: "frequency", aggregate: "median" };
    case "distinct":
      return { kind: "distinct", property };
    case "mean":
      return { kind: "property", property, aggregate: "average" };
    default:
      return { kind: "property", property, aggregate: word };
  }
}

export const needsProperty = (word: MeasureWord): boolean => "property" in measureOf(word, "");

/** The closest word of the list for a measure, which a link may have made finer than the list knows. */
export function wordOf(measure: ReportDraft["measure"]): MeasureWord {
  if (measure === undefined) return "total";
  if (measure.kind === "active") return measure.days === 1 ? "dau" : measure.days === 7 ? "wau" : "mau";
  if (measure.kind !== "property") return measure.kind;
  const { aggregate } = measure;
  if (aggregate === "average") return "mean";
  return aggregate === "percentile" ? "median" : aggregate;
}

/** Whether the list says all there is to a measure. */
export const isExact = (measure: Measure): boolean => {
  const property = "property" in measure ? measure.property : "";
  return JSON.stringify(measureOf(wordOf(measure), property)) === JSON.stringify(measure);
};

/** A measure that a link made finer than the list knows. */
export function detailWords(measure: Measure): string {
  const column = "column" in measure && measure.column !== undefined ? `, its ${measure.column}` : "";
  if (measure.kind === "active") return `Active users, ${measure.days} days`;
  if (!("aggregate" in measure)) return `${labelOf(measure)}${column}`;
  const { aggregate, percentile } = measure;
  const which = aggregate === "percentile" ? `Percentile ${percentile ?? "?"}` : capital(aggregate);
  return `${which} of ${measure.kind === "property" ? measure.property : "events per user"}${column}`;
}

export const measureWords = (measure: ReportDraft["measure"]): string =>
  measure === undefined || isExact(measure) ? labelOf(measure) : detailWords(measure);

const labelOf = (measure: ReportDraft["measure"]): string => {
  const label = MEASURES.find(({ value }) => value === wordOf(measure))?.label ?? "Events";
  return measure !== undefined && "property" in measure
    ? label.replace("a property", measure.property)
    : label;
};

const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
