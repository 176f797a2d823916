import { ok, type Result } from "../../platform/result.ts";
import type { Properties } from "../../profiles/index.ts";
import type { Readers } from "../expression/build.ts";
import { createPredicate, type Predicate } from "../expression/evaluate.ts";
import type { ExpressionFailure } from "../expression/failure.ts";
import { parseExpression } from "../expression/parse.ts";
import type { Expression } from "../expression/tree.ts";
import type { Join, Joining } from "../join-lookups.ts";
import { given, type ParameterFailure, type Parameters, refuseParameter } from "../parameters.ts";

/** A profile as a filter sees it. */
export type Subject = { id: string; properties: Properties };

/** Which profiles a `where` keeps, and what it says. */
export type Filter = { expression: Expression; keeps: Predicate<Subject> };

/** What is asked of `/engage`. */
export type EngageQuestion = {
  /** Which profiles: of a person (empty), or of the groups of this key. */
  group: string;
  ids: readonly string[] | undefined;
  filter: Filter | undefined;
  output: readonly string[] | undefined;
  sessionId: string | undefined;
  page: number;
  pageSize: number;
};
export type EngageQuestionFailure = ParameterFailure | ExpressionFailure;

const PAGE_SIZE = 1000;
const IDS_MAX = 2000;
const ID_MAX_BYTES = 255;
const PAGE_MAX = 1_000_000;

const read = (name: string) => (subject: Subject) =>
  name === "$distinct_id"
    ? subject.id
    : Object.hasOwn(subject.properties, name)
      ? subject.properties[name]
      : undefined;
/** `user[…]` and `properties[…]` mean the same here: there is nothing but the profile. */
const READERS: Readers<Subject> = { properties: read, user: read };

/** The properties of profiles that may be looked up. */
export const PROFILE_JOINING: Joining<Subject> = { of: "profile", roots: ["properties", "user"], read };

const NOT_BUILT: Record<string, string> = {
  filter_by_cohort: "cannot be used: this server has no cohorts; filter with where",
  behaviors: "cannot be used: this server does not filter profiles by events; filter with where",
};

export function readEngageQuestion(query: Parameters): Result<EngageQuestion, EngageQuestionFailure> {
  for (const [name, said] of Object.entries(NOT_BUILT)) {
    if (given(query, name) !== undefined) return refuseParameter(name, said);
  }
  const ids = readIds(query);
  if (!ids.ok) return ids;
  const output = readTexts(query, "output_properties");
  if (!output.ok) return output;
  const filter = readFilter(given(query, "where"));
  if (!filter.ok) return filter;
  const page = readWhole(query, "page", { least: 0, most: PAGE_MAX, otherwise: 0 });
  if (!page.ok) return page;
  const pageSize = readWhole(query, "page_size", { least: 1, most: PAGE_SIZE, otherwise: PAGE_SIZE });
  if (!pageSize.ok) return pageSize;
  const group = given(query, "data_group_id") ?? "";
  if (Buffer.byteLength(group) > ID_MAX_BYTES || group.includes("\0"))
    return refuseParameter("data_group_id", "must be the id of a group key, or the property it names");
  const sessionId = given(query, "session_id");
  if (page.value > 0 && sessionId === undefined)
    return refuseParameter("session_id", "is required with page: it stands in the answer to page 0");
  return ok({
    group,
    ids: ids.value,
    filter: filter.value,
    output: output.value,
    sessionId,
    page: page.value,
    pageSize: pageSize.value,
  });
}

function readIds(query: Parameters): Result<string[] | undefined, ParameterFailure> {
  const one = given(query, "distinct_id");
  const several = readTexts(query, "distinct_ids");
  if (!several.ok) return several;
  if (one === undefined && several.value === undefined) return ok(undefined);
  const ids = [...new Set([...(one === undefined ? [] : [one]), ...(several.value ?? [])])];
  if (ids.length > IDS_MAX) return refuseParameter("distinct_ids", `must not name more than ${IDS_MAX} ids`);
  // Nobody has a longer one, nor one with this character: they need not be looked for.
  return ok(ids.filter((id) => Buffer.byteLength(id) <= ID_MAX_BYTES && !id.includes("\0")));
}

/** A JSON array of texts; numbers are taken for what they look like. */
function readTexts(query: Parameters, name: string): Result<string[] | undefined, ParameterFailure> {
  const text = given(query, name);
  if (text === undefined) return ok(undefined);
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    list = undefined;
  }
  const fits =
    Array.isArray(list) && list.every((item) => typeof item === "string" || typeof item === "number");
  return fits
    ? ok((list as unknown[]).map(String))
    : refuseParameter(name, 'must be a JSON array such as ["a","b"]');
}

function readWhole(
  query: Parameters,
  name: string,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): Result<number, ParameterFailure> {
  const text = given(query, name);
  if (text === undefined) return ok(otherwise);
  const number = Number(text);
  return /^\d{1,15}$/.test(text) && number >= least && number <= most
    ? ok(number)
    : refuseParameter(name, `must be a whole number from ${least} to ${most}`);
}

function readFilter(where: string | undefined): Result<Filter | undefined, ExpressionFailure> {
  if (where === undefined) return ok(undefined);
  const expression = parseExpression(where);
  return expression.ok ? makeFilter(expression.value) : expression;
}

export function makeFilter(expression: Expression, join?: Join<Subject>): Result<Filter, ExpressionFailure> {
  const keeps = createPredicate(expression, join ? { ...READERS, joined: join.joined } : READERS);
  return keeps.ok ? ok({ expression, keeps: keeps.value }) : keeps;
}
