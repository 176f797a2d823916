import type { TSchema } from "typebox";
import { PERMISSIONS } from "../platform/access/index.ts";
import { STATUS_PAGE_PATHS } from "./openapi-status-pages.ts";
import type { RawRoute } from "./raw-route.ts";
import type { Route } from "./route.ts";

const ERROR_REF = { $ref: "#/components/schemas/Failure" };

/** The OpenAPI 3.1 document, made of the same lines that validate and authorize. TypeBox schemas are JSON Schema already. */
export function openapiDocument(
  routes: readonly Route[],
  version: string,
  rawRoutes: readonly RawRoute[] = [],
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = { ...STATUS_PAGE_PATHS };
  for (const route of routes) {
    const path = route.url.replace(/:([A-Za-z]+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  for (const { method, urls, tag, operation: written } of rawRoutes) {
    const path = (urls[0] ?? "").replace(/:([A-Za-z]+)/g, "{$1}");
    const security = [{ serviceAccount: [] }];
    paths[path] = { ...paths[path], [method.toLowerCase()]: { tags: [tag], security, ...written } };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Tributary",
      version,
      summary: "A self-hosted product-analytics data plane.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    tags: [...new Set([...[...rawRoutes, ...routes].map((route) => route.tag), "Status"])].map((name) => ({
      name,
    })),
    paths,
    components: {
      securitySchemes: {
        serviceAccount: {
          type: "http",
          scheme: "basic",
          description: "A service account's username and secret.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "session_token",
          description:
            "A person's session in the web UI, begun by `POST /api/auth/sign-in/email`; the cookie's whole name differs by server. Methods that change something need the header `x-tributary-ui: 1` from the same origin.",
        },
      },
      schemas: {
        Failure: {
          type: "object",
          required: ["error", "status", "type"],
          properties: {
            error: { type: "string", description: "What is wrong and what to do about it." },
            status: { const: "error" },
            type: { type: "string", description: "The same as a word for programs." },
            field: { type: "string", description: "The part of the request at fault, where there is one." },
          },
        },
      },
    },
  };
}

function operation(route: Route): Record<string, unknown> {
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, accessSentence(route)].filter(Boolean).join("\n\n"),
    security: route.access === "public" ? [] : [{ serviceAccount: [] }, { session: [] }],
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(route.body === undefined ? {} : { requestBody: requestBody(route.body, route.example.body) }),
    responses: responses(route),
  };
}

const operationId = (route: Route): string =>
  route.method.toLowerCase() +
  route.url
    .replace(/^\/api\/app/, "")
    .split(/[/-]/)
    .map((part) => part.replace(/^:/, "by-"))
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

function accessSentence(route: Route): string {
  if (route.access === "public") return "";
  if (route.access === "any-account") return "Needs any valid credentials.";
  const rule = PERMISSIONS[route.access];
  if (rule.on === "server")
    return "For the operator of the server: takes the credential in the server's data folder.";
  return `Needs \`${route.access}\`: ${rule.on} role ${rule.least} or wider.`;
}

const pathParameters = (route: Route): unknown[] =>
  route.params.map(({ name, kind }) => ({
    name,
    in: "path",
    required: true,
    schema: kind === "integer" ? { type: "integer", minimum: 0 } : { type: "string" },
    ...(kind === "integer" ? { example: 1 } : {}),
  }));

function queryParameters(route: Route): unknown[] {
  const schema = route.query as { properties?: Record<string, TSchema>; required?: string[] } | undefined;
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = property as TSchema & { description?: string };
    return {
      name,
      in: "query",
      required: schema?.required?.includes(name) ?? false,
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

const requestBody = (schema: TSchema, example: unknown): unknown => ({
  required: ((schema as { required?: string[] }).required ?? []).length > 0,
  content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
});

function responses(route: Route): Record<string, unknown> {
  const answers: Record<string, unknown> = { [route.successStatus]: success(route) };
  for (const [status, description] of refusals(route)) {
    answers[status] = {
      description,
      content: { "application/json": { schema: ERROR_REF, example: failureExample(route, Number(status)) } },
    };
  }
  return answers;
}

function success(route: Route): unknown {
  const ok = { type: "string", const: "ok" };
  const results = route.answer;
  const example = route.example.answer;
  const schema =
    route.envelope === "none"
      ? (results ?? {})
      : {
          type: "object",
          required: results === undefined ? ["status"] : ["status", "results"],
          properties: {
            ...(route.envelope === "fields-too" ? (results as { properties?: object }).properties : {}),
            status: ok,
            ...(results === undefined ? {} : { results }),
          },
        };
  const body =
    route.envelope === "none"
      ? example
      : {
          ...(route.envelope === "fields-too" ? (example as object) : {}),
          status: "ok",
          ...(results === undefined ? {} : { results: example }),
        };
  return {
    description: "Done.",
    content: {
      "application/json": {
        schema,
        ...(results !== undefined && example === undefined ? {} : { example: body }),
      },
      ...(route.file === undefined
        ? {}
        : { [route.file.contentType]: { schema: { type: "string" }, example: route.file.example } }),
    },
  };
}

/** One refusal of this status as it would look: the route's own where it has one. */
function failureExample(route: Route, status: number): unknown {
  const own = Object.entries(route.failures).find(
    ([, answer]) => answer.status === status && typeof answer.say === "string",
  );
  return own
    ? { error: own[1].say, status: "error", type: own[0] }
    : {
        error: USUAL_FAILURES[status]?.[1] ?? "What is wrong, and what to do about it.",
        status: "error",
        type: USUAL_FAILURES[status]?.[0] ?? "refused",
      };
}

const USUAL_FAILURES: Record<number, [string, string]> = {
  400: ["invalid_body", "name: is required."],
  401: [
    "unauthenticated",
    "Valid credentials are required: send a service account's username and secret as HTTP Basic authentication.",
  ],
  403: ["no_access", "This project does not exist or these credentials have no role in it."],
  413: ["body_too_large", "The body is larger than this endpoint accepts; send it in smaller parts."],
  415: ["unsupported_media_type", "Send the body as JSON with the header 'Content-Type: application/json'."],
  429: ["too_many_failures", "Too many failed sign-ins from this address; wait and try again."],
  500: ["internal", "Something broke on our side; the log has it under request id 4f1c2a9b0d3e-1."],
  503: ["unavailable", "A part of the server is away for the moment (/readyz says which); try again."],
};

/** Statuses this route can refuse with, each once, with the codes that lead there. */
function refusals(route: Route): Map<number, string> {
  const byStatus = new Map<number, string>();
  const add = (status: number, text: string) =>
    byStatus.set(status, byStatus.has(status) ? `${byStatus.get(status)} ${text}` : text);
  if (route.params.length > 0 || route.body || route.query) add(400, "The path, query or body does not fit.");
  if (route.access !== "public") {
    add(401, "No credentials, or wrong ones.");
    add(429, "Too many failed sign-ins from this address.");
    if (route.access !== "any-account")
      add(403, "No role in what the path names, or one that is too narrow.");
  }
  if (route.body) {
    add(413, "The body is too large.");
    add(415, "The body is not JSON.");
  }
  for (const [code, { status }] of Object.entries(route.failures)) add(status, `\`${code}\`.`);
  add(500, "A fault of ours; the log has it under the request id.");
  add(503, "A part of the server is away; `/readyz` says which. Try again after `Retry-After` seconds.");
  return byStatus;
}
