import { type RawRoute, rawRoute } from "../../http/index.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Doors } from "../../projects/index.ts";
import {
  given,
  type ParameterFailure,
  type Parameters,
  readEventNames,
  readFlag,
  readLimit,
  refuseParameter,
} from "../parameters.ts";
import { answerJson, enterQuery, refuseAs, refuseQuery } from "../query-wire.ts";
import { findEventNames, findPropertyNames, findValues, NAME_DAYS, type NamesDeps } from "./find-names.ts";
import { eventNamesOperation, propertyValuesOperation, topPropertiesOperation } from "./operations.ts";
import { valueText } from "./value-text.ts";

export type QueryNamesDeps = NamesDeps & { doors: Pick<Doors, "open"> };

const LIMIT_MAX = 10_000;
const TYPES = ["general", "unique", "average"];

type Lookup = {
  path: string;
  operation: (path: string) => RawRoute["operation"];
  /** Answers JSON text. */
  ask(projectId: number, query: Parameters): Promise<Result<string, ParameterFailure>>;
};

export function queryNamesRoutes(deps: QueryNamesDeps): RawRoute[] {
  const lookups: Lookup[] = [
    {
      path: "events/names",
      operation: eventNamesOperation,
      async ask(projectId, query) {
        const type = given(query, "type");
        if (type !== undefined && !TYPES.includes(type))
          return refuseParameter("type", `must be one of ${TYPES.join(", ")}`);
        const limit = readLimit(query, { most: LIMIT_MAX, otherwise: 255 });
        if (!limit.ok) return limit;
        const days = NAME_DAYS.queryApi;
        const includeHidden = readFlag(query, "include_hidden");
        if (!includeHidden.ok) return includeHidden;
        const wanted = { days, limit: limit.value, includeHidden: includeHidden.value };
        const names = await findEventNames(deps, projectId, wanted);
        return ok(JSON.stringify(names.map(({ event }) => event)));
      },
    },
    {
      path: "events/properties/top",
      operation: topPropertiesOperation,
      async ask(projectId, query) {
        const event = readOneEvent(query);
        if (!event.ok) return event;
        const limit = readLimit(query, { most: LIMIT_MAX, otherwise: 10 });
        if (!limit.ok) return limit;
        const includeHidden = readFlag(query, "include_hidden");
        if (!includeHidden.ok) return includeHidden;
        const wanted = { event: event.value, limit: limit.value, includeHidden: includeHidden.value };
        const names = await findPropertyNames(deps, projectId, wanted);
        // Written by hand: an object of ours would put names such as `2` before all others, and lose `__proto__`.
        const entries = names.map(({ name, count }) => `${JSON.stringify(name)}:{"count":${count}}`);
        return ok(`{${entries.join(",")}}`);
      },
    },
    {
      path: "events/properties/values",
      operation: propertyValuesOperation,
      async ask(projectId, query) {
        const event = readOneEvent(query);
        if (!event.ok) return event;
        const property = given(query, "name");
        if (property === undefined) return refuseParameter("name", "is required: the name of a property");
        const limit = readLimit(query, { most: LIMIT_MAX, otherwise: 255 });
        if (!limit.ok) return limit;
        const wanted = { event: event.value, property, limit: limit.value };
        const values = await findValues(deps, projectId, wanted);
        // 7 and "7" are two values and one text.
        return ok(JSON.stringify([...new Set(values.map(({ value }) => valueText(value)))]));
      },
    },
  ];
  return lookups.map((lookup) => lookupRoute(deps, lookup));
}

function lookupRoute(deps: QueryNamesDeps, { path, operation, ask }: Lookup): RawRoute {
  const urls = [`/api/query/${path}`, `/api/2.0/${path}`] as const;
  return rawRoute({
    method: "GET",
    head: true,
    urls,
    bodyMaxBytes: 1024,
    tag: "Query API",
    operation: operation(urls[0]),
    enter: (request) => enterQuery(deps.doors, request),
    async handle({ projectId }, request) {
      const answer = await ask(projectId, request.query);
      return answer.ok ? answerJson(answer.value) : refuseQuery(request.path, 400, answer.failure.reason);
    },
    refuse: refuseAs(urls[0]),
  });
}

function readOneEvent(query: Parameters): Result<string, ParameterFailure> {
  const names = readEventNames(query);
  if (!names.ok) return names;
  const [event, ...more] = names.value ?? [];
  return event === undefined || more.length > 0
    ? refuseParameter("event", "is required: the name of one event")
    : ok(event);
}
