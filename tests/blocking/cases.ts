import { gzipSync } from "node:zlib";
import type { TSchema } from "typebox";
import type { RawRoute, Route } from "../../src/http/index.ts";
import { type Attack, JSON_TEXTS, TEXTS } from "./attacks.ts";

export type Sent = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
};

/** One endpoint, one place in its requests, one attack. */
export type Case = { name: string; sizeMax: number; request(size: number): Sent };

type Endpoint = { method: string; path: string; bodyMaxBytes: number };

/** Addresses and headers together may be 288 KB long, and each character may take three when it is escaped. */
const ADDRESS_MAX = 60_000;
const HEADER_MAX = 240_000;
/** Many fields may be no longer than 16 KiB: what is longer is refused before it is read. */
const FIELD_MAX = 16_000;
const APP_BODY_MAX = 1_048_576;

const HEADERS: readonly (readonly [name: string, before?: string])[] = [
  ["authorization"],
  ["authorization", "Basic "],
  ["authorization", "Bearer "],
  ["cookie"],
  ["cookie", "tributary.session_token="],
  ["accept"],
  ["accept-encoding"],
  ["content-type"],
  ["content-type", "application/json;"],
  ["content-type", "multipart/form-data; boundary="],
  ["content-encoding"],
  ["if-none-match"],
  ["origin"],
  ["x-forwarded-for"],
  ["x-forwarded-proto"],
  ["x-forwarded-host"],
  ["x-request-id"],
  ["sec-fetch-site"],
  ["x-tributary-ui"],
];

/** Every place of every endpoint that takes text from outside, with every attack. Derived from the route tables. */
export function casesOf(routes: readonly Route[], rawRoutes: readonly RawRoute[]): Case[] {
  return [
    ...routes.flatMap((route) => {
      const endpoint = {
        method: route.method,
        path: fill(route.url),
        bodyMaxBytes: route.bodyMaxBytes ?? APP_BODY_MAX,
      };
      return [
        ...headerCases(endpoint),
        ...pathCases(endpoint, route.url),
        ...queryCases(endpoint, keysOf(route.query)),
        ...(route.body === undefined
          ? []
          : [
              ...wholeBodyCases(endpoint),
              ...fieldCases(endpoint, keysOf(route.body), route.example.body ?? {}),
            ]),
      ];
    }),
    ...rawRoutes.flatMap((route) =>
      route.urls.flatMap((url) => {
        const endpoint = { method: route.method, path: fill(url), bodyMaxBytes: route.bodyMaxBytes };
        const parameters = parametersOf(route);
        const keys = parameters.map(({ name }) => name);
        return [
          ...headerCases(endpoint),
          ...pathCases(endpoint, url),
          ...queryCases(endpoint, keys, requiredOf(parameters)),
          ...(route.method === "GET"
            ? []
            : [
                ...wholeBodyCases(endpoint),
                ...rawBodyCases(endpoint),
                ...fieldCases(endpoint, [], exampleOf(route)),
              ]),
        ];
      }),
    ),
    ...["/", "/assets/main.js", "/healthz", "/nowhere", "/openapi.json"].flatMap((path) =>
      headerCases({ method: "GET", path, bodyMaxBytes: 0 }),
    ),
  ];
}

const fill = (url: string): string =>
  url
    .replace(/:(organizationId|projectId|workspaceId)/g, "1")
    .replace(/:\w*[iI]d\b/g, "7")
    .replace(/:\w+/g, "nothing");

const keysOf = (schema: TSchema | undefined): string[] =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});

type Parameter = { name: string; in: string; required?: boolean; example?: unknown; schema?: object };

const parametersOf = ({ operation }: RawRoute): Parameter[] =>
  ((operation as { parameters?: Parameter[] }).parameters ?? []).filter(({ in: place }) => place === "query");

/** Those without which an endpoint would refuse the request before it reads the one that is attacked. */
const requiredOf = (parameters: readonly Parameter[]): Record<string, string> =>
  Object.fromEntries(
    parameters.flatMap(({ name, required, example }) => (required ? [[name, String(example)]] : [])),
  );

/** What an endpoint takes as JSON, as the document shows it. */
function exampleOf({ operation }: RawRoute): unknown {
  type Content = {
    "application/json"?: { example?: unknown; examples?: Record<string, { value: unknown }> };
  };
  const { content } = (operation as { requestBody?: { content?: Content } }).requestBody ?? {};
  const json = content?.["application/json"];
  return json?.example ?? Object.values(json?.examples ?? {})[0]?.value;
}

const nameOf = ({ method, path }: Endpoint, place: string, attack: Attack): string =>
  `${method} ${path}, ${place}: ${attack.name}`;

/** What a header may hold: anything else is refused by Node before we see it. */
const HEADER_TEXTS = TEXTS.filter(({ make }) => /^[\x20-\x7e]*$/.test(make(100)));

const headerCases = (endpoint: Endpoint): Case[] =>
  HEADERS.flatMap(([header, before = ""]) =>
    HEADER_TEXTS.map((attack) => ({
      name: nameOf(endpoint, before === "" ? header : `${header} '${before}'`, attack),
      sizeMax: HEADER_MAX,
      request: (size) => ({ ...endpoint, headers: { [header]: before + attack.make(size) } }),
    })),
  );

const pathCases = (endpoint: Endpoint, url: string): Case[] =>
  [...url.matchAll(/:\w+/g)].flatMap(([param]) =>
    TEXTS.map((attack) => ({
      name: nameOf(endpoint, `path ${param}`, attack),
      sizeMax: ADDRESS_MAX,
      request: (size) => ({
        method: endpoint.method,
        path: fill(url.replace(param, () => encodeURIComponent(attack.make(size)).replaceAll(":", "%3A"))),
        headers: {},
      }),
    })),
  );

const queryCases = (
  endpoint: Endpoint,
  keys: readonly string[],
  required: Record<string, string> = {},
): Case[] => [
  ...keys.flatMap((key) =>
    [...TEXTS, ...JSON_TEXTS].flatMap((attack) =>
      [ADDRESS_MAX, FIELD_MAX].map((sizeMax) => ({
        name: nameOf(endpoint, `query ${key}`, attack),
        sizeMax,
        request: (size: number) => ({
          method: endpoint.method,
          path: `${endpoint.path}?${new URLSearchParams({ project_id: "1", ...required, [key]: attack.make(size) })}`,
          headers: {},
        }),
      })),
    ),
  ),
  ...["&", "a&", "a=1&", "=", "a[]=1&", "%", "a=%zz&", "+"].map((unit) => ({
    name: `${endpoint.method} ${endpoint.path}, query ${unit} …`,
    sizeMax: HEADER_MAX,
    request: (size: number) => ({
      method: endpoint.method,
      path: `${endpoint.path}?${unit.repeat(Math.ceil(size / unit.length))}`,
      headers: {},
    }),
  })),
];

const JSON_TYPE = { "content-type": "application/json" };

const wholeBodyCases = (endpoint: Endpoint): Case[] =>
  JSON_TEXTS.map((attack) => ({
    name: nameOf(endpoint, "JSON", attack),
    sizeMax: endpoint.bodyMaxBytes - 200,
    request: (size) => ({
      method: endpoint.method,
      path: `${endpoint.path}?project_id=1&strict=1`,
      headers: JSON_TYPE,
      body: attack.make(size),
    }),
  }));

/** Each field of a body that the endpoint would else accept, and each text inside one. */
function fieldCases(endpoint: Endpoint, keys: readonly string[], example: unknown): Case[] {
  const places: Place[] = [
    ...keys.flatMap((key) => [
      { name: `field ${key}`, put: (text: string) => ({ ...(example as object), [key]: text }) },
      { name: `list ${key}`, put: (text: string) => ({ ...(example as object), [key]: [text] }) },
    ]),
    ...leavesOf(example),
  ];
  return places.flatMap(({ name, put }) =>
    TEXTS.flatMap((attack) =>
      [endpoint.bodyMaxBytes / 8, FIELD_MAX].map((sizeMax) => ({
        name: nameOf(endpoint, name, attack),
        sizeMax,
        request: (size: number) => ({
          method: endpoint.method,
          path: `${endpoint.path}?project_id=1&strict=1`,
          headers: JSON_TYPE,
          body: JSON.stringify(put(attack.make(size))),
        }),
      })),
    ),
  );
}

type Place = { name: string; put(text: string): unknown };

function leavesOf(value: unknown, name = "text"): Place[] {
  if (typeof value === "string") return [{ name, put: (text) => text }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, `${name} ${key}`).map((leaf) => ({
      name: leaf.name,
      put: (text: string) =>
        Array.isArray(value) ? value.with(Number(key), leaf.put(text)) : { ...value, [key]: leaf.put(text) },
    })),
  );
}

const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

/** Bodies in the other forms that some endpoints read, as they are and packed: a few kilobytes of gzip hold ten mebibytes. */
const RAW_BODIES: readonly (readonly [
  name: string,
  headers: Record<string, string>,
  toBody: (t: string) => string,
])[] = [
  ["form", FORM_TYPE, (text) => text],
  ["form data", FORM_TYPE, (text) => `data=${text}`],
  ["form data, escaped", FORM_TYPE, (text) => `data=${encodeURIComponent(text)}`],
  ["form data, base64", FORM_TYPE, (text) => `data=${Buffer.from(text).toString("base64url")}`],
  ["text", { "content-type": "text/plain" }, (text) => text],
  ["lines", { "content-type": "application/x-ndjson" }, (text) => text],
  ["CSV", { "content-type": "text/csv" }, (text) => `id,name\n${text}`],
  ["CSV cell", { "content-type": "text/csv" }, (text) => `id,name\n1,"${text}`],
  ["multipart", { "content-type": "multipart/form-data; boundary=a" }, (text) => `--a\r\n${text}`],
];

function rawBodyCases(endpoint: Endpoint): Case[] {
  const path = `${endpoint.path}?project_id=1&strict=1`;
  return RAW_BODIES.flatMap(([form, headers, toBody]) =>
    [...TEXTS, ...JSON_TEXTS].flatMap((attack) => {
      const plain = (size: number) => toBody(attack.make(size)).slice(0, endpoint.bodyMaxBytes);
      return [
        {
          name: nameOf(endpoint, form, attack),
          sizeMax: endpoint.bodyMaxBytes,
          request: (size: number) => ({ method: endpoint.method, path, headers, body: plain(size) }),
        },
        {
          name: nameOf(endpoint, `${form}, gzip`, attack),
          sizeMax: endpoint.bodyMaxBytes,
          request: (size: number) => ({
            ...{ method: endpoint.method, path },
            headers: { ...headers, "content-encoding": "gzip" },
            body: gzipSync(plain(size)),
          }),
        },
      ];
    }),
  );
}
