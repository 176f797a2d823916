import type { FastifyRequest } from "fastify";
import type { Static, TSchema } from "typebox";
import type {
  AccountScope,
  OrganizationScope,
  Permission,
  PermissionOn,
  ProjectScope,
  WorkspaceScope,
} from "../platform/access/index.ts";
import type { Result } from "../platform/result.ts";
import type { AnswerItems } from "./answer-items.ts";
import type { AnswerText } from "./answer-text.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
/** `public`: anybody. `any-account`: any valid credentials. Otherwise the permission the caller must have on what the path names. */
export type Access = "public" | "any-account" | Permission;

type ScopeOf<Rule extends Access, Path extends string> = Rule extends "public"
  ? undefined
  : Rule extends PermissionOn<"project">
    ? Path extends `${string}:workspaceId${string}`
      ? WorkspaceScope
      : ProjectScope
    : Rule extends PermissionOn<"organization">
      ? OrganizationScope
      : AccountScope;

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
/** Parameters called `…Id` are whole numbers; anything else in their place is 400 before anything else is looked at. */
type ParamsOf<Path extends string> = {
  [Name in ParamNames<Path>]: Name extends `${string}Id` ? number : string;
};

/** How a foreseen refusal is told to the caller. One for each code; a missing one does not compile. */
export type FailureAnswers<Failure extends { code: string }> = {
  [Code in Failure["code"]]: {
    status: 400 | 403 | 404 | 409 | 413 | 422 | 429 | 503 | 504;
    say: string | ((failure: Extract<Failure, { code: Code }>) => string);
    field?: string | ((failure: Extract<Failure, { code: Code }>) => string | undefined);
    /** Seconds after which the same may be tried again; goes into `Retry-After`. */
    retryAfterS?: (failure: Extract<Failure, { code: Code }>) => number;
  };
};

type StaticOr<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise;

export type RouteInput<Rule extends Access, Path extends string, Query, Body> = {
  scope: ScopeOf<Rule, Path>;
  params: ParamsOf<Path>;
  query: StaticOr<Query, undefined>;
  body: StaticOr<Body, undefined>;
  request: FastifyRequest;
};

type RouteQuestion<
  Rule extends Access,
  Path extends string,
  Query extends TSchema | undefined,
  Body extends TSchema | undefined,
  Value,
  Failure extends { code: string },
> = {
  method: Method;
  /** Below `/api/app` unless `surface` says otherwise. */
  path: Path;
  surface?: "app" | "root";
  access: Rule;
  tag: string;
  summary: string;
  description?: string;
  query?: Query;
  body?: Body;
  /** `handler`: the schema is for the document only. The body comes as it was sent, undefined when there was none. */
  bodyCheck?: "schema" | "handler";
  bodyMaxBytes?: number;
  handle: (input: RouteInput<Rule, Path, Query, Body>) => Promise<Result<Value, Failure>>;
};

/** Where the answer, or `results` in it, is a list. */
type ItemsOf<Answer> = Answer extends readonly (infer Item)[]
  ? AnswerItems<Item>
  : Answer extends { results: infer Results }
    ? ItemsOf<Results>
    : never;

type RouteAnswer<Answer extends TSchema | undefined, Value, Failure extends { code: string }> = {
  /** Schema of `results`; left out when the answer is `{"status":"ok"}` alone. */
  schema?: Answer;
  /** `fields-too` repeats the fields of `results` beside it, for clients that read the bare record. */
  envelope?: "results" | "fields-too" | "none";
  status?: 200 | 201 | 202;
  /** From what the domain answered to what goes over the wire. A list that may be large is given as items. */
  view: (value: Value) => StaticOr<Answer, undefined> | ItemsOf<StaticOr<Answer, undefined>> | AnswerText;
  /** Where it may be a file as well: its type, and how it looks. */
  file?: { contentType: string; example: string };
  failures: FailureAnswers<Failure>;
  example?: { body?: unknown; answer?: unknown };
};

/** What `route()` gives: the same data with the types taken off, ready for the server, the document and the tests. */
export type Route = {
  method: Method;
  url: string;
  access: Access;
  tag: string;
  summary: string;
  description: string | undefined;
  params: { name: string; kind: "integer" | "text" }[];
  query: TSchema | undefined;
  body: TSchema | undefined;
  bodyCheck: "schema" | "handler";
  bodyMaxBytes: number | undefined;
  answer: TSchema | undefined;
  envelope: "results" | "fields-too" | "none";
  successStatus: number;
  example: { body?: unknown; answer?: unknown };
  file: { contentType: string; example: string } | undefined;
  failures: Record<string, { status: number; say: unknown; field?: unknown; retryAfterS?: unknown }>;
  view: (value: unknown) => unknown;
  handle: (input: unknown) => Promise<Result<unknown, { code: string }>>;
};

/**
 * Declares a route in two steps: what is asked, then how it is answered. The second step is typed by what `handle` gives, so that
 * a refusal without an answer does not compile.
 */
export function route<
  const Rule extends Access,
  const Path extends string,
  Value,
  Failure extends { code: string },
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
>(question: RouteQuestion<Rule, Path, Query, Body, Value, Failure>) {
  return {
    answers: <Answer extends TSchema | undefined = undefined>(
      answer: RouteAnswer<Answer, Value, Failure>,
    ): Route => ({
      method: question.method,
      url: question.surface === "root" ? question.path : `/api/app${question.path}`,
      access: question.access,
      tag: question.tag,
      summary: question.summary,
      description: question.description,
      params: paramsOf(question.path),
      query: question.query,
      body: question.body,
      bodyCheck: question.bodyCheck ?? "schema",
      bodyMaxBytes: question.bodyMaxBytes,
      answer: answer.schema,
      envelope: answer.envelope ?? "results",
      successStatus: answer.status ?? 200,
      example: answer.example ?? {},
      file: answer.file,
      failures: answer.failures,
      // The shell hands back exactly what these were declared with, checked against the same schemas.
      view: answer.view as Route["view"],
      handle: question.handle as Route["handle"],
    }),
  };
}

const paramsOf = (path: string): Route["params"] =>
  [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = ""]) => ({
    name,
    kind: name.endsWith("Id") ? "integer" : "text",
  }));
