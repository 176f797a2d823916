import type { Aggregate, PlannedMeasure } from "../plan/plan.ts";
import { expressionSql } from "./expression-sql.ts";
import type { SqlScope } from "./sql-scope.ts";
import { entriesOf } from "./typed.ts";

/** How a measure is made of events: first cells by bucket and segment, then values from cells. */
export type MeasureSql = {
  /** What cells are kept apart by besides bucket and segment. */
  keys: string[];
  /** What is added up in each cell, besides the number of events `n`. Null: every event is a cell. */
  sums: string[] | null;
  /** Whether cells have `id`, which leads to a `person`. */
  ofPersons: boolean;
  /** What segments are ranked by. */
  rank: string;
  /** Over cells; or, where persons are looked at one by one, over the numbers `f` of their events. */
  value: string;
  perPerson: boolean;
  /** Of a bucket without any event. */
  empty: 0 | null;
};

const COUNTED = { keys: [], sums: [], ofPersons: false, perPerson: false, empty: 0 } as const;

export function measureSql(measure: PlannedMeasure, scope: SqlScope): MeasureSql {
  const { dialect } = scope;
  const persons = { ...COUNTED, keys: [`${dialect.person.ofEvent} as id`], sums: [], ofPersons: true };
  const people = dialect.countDistinct(["person"]);
  switch (measure.kind) {
    case "total":
      return { ...COUNTED, keys: [], sums: [], rank: "sum(n)", value: "sum(n)" };
    case "unique":
    case "active":
      return { ...persons, rank: people, value: people };
    case "average":
      return {
        ...persons,
        rank: "sum(n)",
        value: `${dialect.number("sum(n)")} / nullif(${people}, 0)`,
        empty: null,
      };
    case "frequency":
      return {
        ...persons,
        perPerson: true,
        rank: people,
        value: aggregateSql(measure.aggregate, dialect.number("f"), scope),
        empty: null,
      };
    case "distinct": {
      const { null: _, ...values } = expressionSql(measure.of, scope);
      const names = entriesOf(values).map(([type, sql]) => [`v_${type}`, sql] as const);
      const counted = names.length === 0 ? "0" : dialect.countDistinct(names.map(([name]) => name));
      const keys = names.map(([name, sql]) => `${sql} as ${name}`);
      return { ...COUNTED, keys, sums: [], rank: counted, value: counted };
    }
    case "property":
      return ofProperty(measure, scope);
  }
}

function ofProperty(
  { of, aggregate, othersCountAsZero }: Extract<PlannedMeasure, { kind: "property" }>,
  scope: SqlScope,
): MeasureSql {
  const number = expressionSql(of, scope).number ?? scope.dialect.number("null");
  const value = othersCountAsZero ? `coalesce(${number}, 0)` : number;
  switch (aggregate.kind) {
    case "sum":
      return {
        ...COUNTED,
        keys: [],
        sums: [`sum(${value}) as v`],
        rank: "sum(v)",
        value: "coalesce(sum(v), 0)",
      };
    case "min":
    case "max": {
      const best = `${aggregate.kind}(v)`;
      const sums = [`${aggregate.kind}(${value}) as v`];
      return { ...COUNTED, keys: [], sums, rank: best, value: best, empty: null };
    }
    case "average": {
      const sums = [`sum(${value}) as v`, `count(${value}) as c`];
      return { ...COUNTED, keys: [], sums, rank: "sum(c)", value: "sum(v) / nullif(sum(c), 0)", empty: null };
    }
    case "percentile": {
      const exact = aggregateSql(aggregate, "v", scope);
      return { ...COUNTED, keys: [`${value} as v`], sums: null, rank: "count(v)", value: exact, empty: null };
    }
  }
}

function aggregateSql(aggregate: Aggregate, value: string, { dialect }: SqlScope): string {
  if (aggregate.kind === "percentile") return dialect.percentile(value, aggregate.share);
  return `${aggregate.kind === "average" ? "avg" : aggregate.kind}(${value})`;
}
