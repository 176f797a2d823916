import { Check } from "typebox/value";
import { Filters } from "../../../src/reports/model/filters.ts";

export type ReadFilters = {
  filters: Filters;
  /** How many lines could not be read. */
  dropped: number;
};

/**
 * Filters from an address, line by line. One that waits for its property is kept: somebody is about to choose it. Groups of lines are
 * made by the API alone; the page shows them as they are.
 */
export function readFilters(value: unknown): ReadFilters {
  const { match, clauses } = (isRecord(value) ? value : {}) as { match?: unknown; clauses?: unknown };
  if (!Array.isArray(clauses)) return { filters: { clauses: [] }, dropped: value === undefined ? 0 : 1 };
  const sound = clauses.filter(isSound);
  return {
    filters: { ...(match === "any" ? { match } : {}), clauses: sound },
    dropped: clauses.length - sound.length,
  };
}

const isSound = (clause: unknown): clause is Filters["clauses"][number] =>
  isRecord(clause) &&
  Check(Filters, { clauses: [clause.property === "" ? { ...clause, property: "-" } : clause] });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
