import { Check } from "typebox/value";
import { Clause } from "../../../src/reports/model/filters.ts";
import type { Filters } from "../ui/filter-clauses.ts";

export type ReadFilters = {
  filters: Filters;
  /** How many lines could not be read. */
  dropped: number;
};

/**
 * Filters from an address, line by line. One that waits for its property is kept: somebody is about to choose it. Groups of lines are
 * the API's alone: this page could not show them, and what counts must be in sight.
 */
export function readFilters(value: unknown): ReadFilters {
  const { match, clauses } = (isRecord(value) ? value : {}) as { match?: unknown; clauses?: unknown };
  if (!Array.isArray(clauses)) return { filters: { clauses: [] }, dropped: value === undefined ? 0 : 1 };
  const sound = clauses.filter(isClause);
  return {
    filters: { ...(match === "any" ? { match } : {}), clauses: sound },
    dropped: clauses.length - sound.length,
  };
}

const isClause = (clause: unknown): clause is Clause =>
  isRecord(clause) && Check(Clause, clause.property === "" ? { ...clause, property: "-" } : clause);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
