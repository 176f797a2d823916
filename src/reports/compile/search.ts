import type { EventPlace } from "../../events/index.ts";
import type { Condition } from "../plan/condition.ts";
import type { Sources } from "../plan/sources.ts";
import type { TimeSpan } from "../plan/time-span.ts";
import { conditionSql } from "./condition-sql.ts";
import { SqlScope } from "./sql-scope.ts";
import type { Statement } from "./statement.ts";
import { allOf } from "./typed.ts";

export type SearchQuestion = {
  span: TimeSpan;
  events: readonly string[] | null;
  condition: Condition;
  /** Only what is older than this one. */
  after: EventPlace | null;
  limit: number;
};

/** Where the newest events are that a filter leaves: rows of time, position and order. What they hold is read afterwards. */
export function compileSearch(question: SearchQuestion, sources: Sources): Statement {
  const { span, events, condition, after, limit } = question;
  const scope = new SqlScope(sources);
  const bind = (value: string | number) => scope.bind(value);
  const where = allOf([
    `events.time >= ${bind(span.fromMs)}`,
    `events.time < ${bind(span.beforeMs)}`,
    ...(events === null ? [] : [`events.event in (${events.map(bind).join()})`]),
    ...(after === null ? [] : [olderThan(after)]),
    conditionSql(condition, scope),
  ]);
  return scope.finish(`select events.time, events."position", events.ord
    from ${scope.from()} where ${where}
    order by events.time desc, events."position" desc, events.ord desc limit ${limit}`);
}

/** Numbers of ours. The first part alone lets the engine pass over rows of other times. */
const olderThan = ({ timeMs, position, order }: EventPlace): string =>
  `events.time <= ${timeMs} and (events.time < ${timeMs} or events."position" < ${position}
    or (events."position" = ${position} and events.ord < ${order}))`;
