import { Type } from "typebox";
import { Check } from "typebox/value";
import { SegmentationReport } from "../../../src/reports/model/report.ts";
import { completeFilters } from "../ui/filter-clauses.ts";
import { readFilters } from "./read-filters.ts";

/** A question while it is put together: there may be no event yet, and filters without a value. */
export type ReportDraft = Omit<SegmentationReport, "version" | "kind">;

/** Parts to take the place of others; undefined takes one away. */
export type DraftChange = { [Key in keyof ReportDraft]?: ReportDraft[Key] | undefined };

export const EMPTY_DRAFT: ReportDraft = { events: [], time_frame: { last: 30, unit: "day" } };

export type ReadReport = {
  draft: ReportDraft;
  /** What a link had that could not be read, in words. */
  dropped: string[];
};

const parts = SegmentationReport.properties;
const DraftEvents = Type.Array(parts.events.items, { maxItems: 10 });

/** Reads a document from an address, part by part: what does not fit is left out and named, the rest stands. */
export function readReport(q: unknown): ReadReport {
  if (q === undefined) return { draft: EMPTY_DRAFT, dropped: [] };
  if (typeof q !== "object" || q === null || Array.isArray(q))
    return { draft: EMPTY_DRAFT, dropped: ["the question, which is not a document"] };
  const { version, kind, ...given } = q as Record<string, unknown>;
  if (version !== 1 || kind !== "segmentation")
    return {
      draft: EMPTY_DRAFT,
      dropped: ["the question, which is of a kind or version this page does not know"],
    };
  const draft: ReportDraft = { ...EMPTY_DRAFT };
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (name === "filters") {
      const read = readFilters(value);
      draft.filters = read.filters;
      if (read.dropped > 0) dropped.push(`${read.dropped} of the filters`);
    } else if (isPart(name) && Check(name === "events" ? DraftEvents : parts[name], value))
      Object.assign(draft, { [name]: value });
    else dropped.push(`${WORDS[name] ?? `'${name}'`}`);
  }
  return { draft, dropped };
}

const WORDS: Record<string, string> = {
  events: "the events",
  measure: "what is counted",
  time_frame: "the time frame",
  unit: "the length of periods",
  timezone: "the time zone",
  where: "the expression",
  breakdown: "the breakdown",
};

type Part = Exclude<keyof typeof parts, "version" | "kind" | "filters">;
const isPart = (name: string): name is Part =>
  Object.hasOwn(parts, name) && name !== "version" && name !== "kind";

/** The document as it stands in an address. */
export const documentOf = (draft: ReportDraft) => ({
  version: 1 as const,
  kind: "segmentation" as const,
  ...draft,
});

/** What can be asked now; nothing while no event is chosen. */
export function questionOf(draft: ReportDraft): SegmentationReport | undefined {
  if (draft.events.length === 0) return undefined;
  const { filters, ...rest } = draft;
  const complete = completeFilters(filters ?? { clauses: [] });
  return { ...documentOf(rest), ...(complete === undefined ? {} : { filters: complete }) };
}
