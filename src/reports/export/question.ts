import type { StoredEvent } from "../../events/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import { EVENT_READERS } from "../exported-properties.ts";
import { createPredicate, type Predicate } from "../expression/evaluate.ts";
import type { ExpressionFailure } from "../expression/failure.ts";
import { parseExpression } from "../expression/parse.ts";
import type { Expression } from "../expression/tree.ts";
import type { Join } from "../join-lookups.ts";
import {
  given,
  type ParameterFailure,
  type Parameters,
  readEventNames,
  readFlag,
  readLimit,
} from "../parameters.ts";
import { readUtcSpan, type Span } from "../utc-days.ts";

const LIMIT_MAX = 100_000;

/** Which events a `where` keeps, and what it says, since ids in it may yet have to be resolved. */
export type Filter = {
  expression: Expression;
  keeps: Predicate<StoredEvent>;
  /** Called with events before `keeps` is: what they lead to in lookup tables has to be at hand. */
  prepare?: ((events: readonly StoredEvent[]) => Promise<void>) | undefined;
};

/** What an export is asked for. */
export type ExportQuestion = {
  span: Span;
  events: readonly string[] | undefined;
  filter: Filter | undefined;
  limit: number;
  timeInMs: boolean;
};

export type QuestionFailure = ParameterFailure | ExpressionFailure;

export function readExportQuestion(
  query: Parameters,
  nowMs: number,
): Result<ExportQuestion, QuestionFailure> {
  const span = readUtcSpan(query, nowMs);
  if (!span.ok) return span;
  const events = readEventNames(query);
  if (!events.ok) return events;
  const limit = readLimit(query, { most: LIMIT_MAX, otherwise: Number.POSITIVE_INFINITY });
  if (!limit.ok) return limit;
  const timeInMs = readFlag(query, "time_in_ms");
  if (!timeInMs.ok) return timeInMs;
  const filter = readFilter(given(query, "where"));
  if (!filter.ok) return filter;
  return ok({
    span: span.value,
    events: events.value,
    filter: filter.value,
    limit: limit.value,
    timeInMs: timeInMs.value,
  });
}

function readFilter(where: string | undefined): Result<Filter | undefined, ExpressionFailure> {
  if (where === undefined) return ok(undefined);
  const expression = parseExpression(where);
  return expression.ok ? makeFilter(expression.value) : fail(expression.failure);
}

export function makeFilter(
  expression: Expression,
  join?: Join<StoredEvent>,
): Result<Filter, ExpressionFailure> {
  const keeps = createPredicate(expression, join ? { ...EVENT_READERS, joined: join.joined } : EVENT_READERS);
  return keeps.ok ? ok({ expression, keeps: keeps.value, prepare: join?.prepare }) : keeps;
}
