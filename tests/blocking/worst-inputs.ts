import { gzipSync } from "node:zlib";

/** One parser, the endpoint that leads to it, and the input of a given length that takes it longest. */
export type WorstInput = {
  parser: string;
  method: "GET" | "POST";
  path: string;
  /** What the endpoint takes at most, as it is unpacked. */
  bytesMax: number;
  headers?: Record<string, string>;
  /** Where it stands: in the body, in the body packed by gzip, in a header, or escaped at the end of the path. */
  place: "body" | "gzip" | "path" | { header: string };
  make(bytes: number): string;
};

export type WorstRequest = { path: string; headers: Record<string, string>; body?: string | Buffer };

const EVENTS_MAX = 10_485_760 - 1000;
const HEADER_MAX = 240_000;
const FIELD_MAX = 16_000;
const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };
const LONG_NUMBER = "12345678901234567890";

const IMPORT = { method: "POST", path: "/import?strict=1&project_id=1", bytesMax: EVENTS_MAX } as const;
const TRACK = { method: "POST", path: "/track", bytesMax: EVENTS_MAX } as const;
const GET = { method: "GET", bytesMax: HEADER_MAX } as const;

const fill = (unit: string, bytes: number): string =>
  unit.repeat(Math.max(1, Math.floor(bytes / unit.length)));
const nested = (bytes: number): string => fill("[", bytes / 2) + fill("]", bytes / 2);
const keys = (bytes: number): string =>
  Array.from({ length: Math.floor(bytes / 13) }, (_, at) => `"k${String(at).padStart(7, "0")}":1`).join();

const CSV_HEADER =
  "entityType,entityName,propertyName,displayName,description,type,example,tags,owners,teamOwners,hidden,dropped,source,volume30d,queries30d,firstSeen,lastSeen";
/** A list of owners that ends in a lone backslash. */
const dictionaryCsv = (bytes: number): string =>
  JSON.stringify({ csv: `${CSV_HEADER}\nevent,a,,,,,,,${fill("a", bytes)}\\,,,,,,,,\n` });

const json = (parser: string, make: (bytes: number) => string): WorstInput => ({
  ...{ ...IMPORT, parser: `JSON, ${parser}`, headers: JSON_TYPE, place: "body", make },
});
const form = (parser: string, place: "body" | "gzip", make: (bytes: number) => string): WorstInput => ({
  ...{ ...TRACK, parser: `form, ${parser}`, headers: FORM_TYPE, place, make },
});
const header = (name: string, path: string, what: string, make: (bytes: number) => string): WorstInput => ({
  ...{ ...GET, parser: `${name}, ${what}`, path, place: { header: name }, make },
});

export const WORST_INPUTS: readonly WorstInput[] = [
  json("small numbers beside a long one", (bytes) => `[${fill("1,", bytes)}${LONG_NUMBER}]`),
  json("long numbers", (bytes) => `[${fill(`${LONG_NUMBER},`, bytes)}1]`),
  json("tildes beside a long number", (bytes) => `[${LONG_NUMBER},"${fill("~", bytes)}"]`),
  json("nested arrays", nested),
  json("many keys", (bytes) => `{${keys(bytes)}}`),
  json("empty objects", (bytes) => `[${fill("{},", bytes)}{}]`),
  {
    ...{ ...IMPORT, parser: "lines, blank", place: "gzip", make: (bytes) => fill(" \n", bytes) },
    headers: { "content-type": "application/x-ndjson" },
  },
  form("almost base64", "body", (bytes) => `data=A${fill("+", bytes)}!`),
  form("base64 with blanks", "body", (bytes) => `data=1${fill("+1", bytes)}`),
  form("delimiters", "gzip", (bytes) => fill("&", bytes)),
  form("percent signs", "gzip", (bytes) => `data=${fill("%41", bytes)}`),
  form(
    "halves of characters",
    "body",
    (bytes) => `data=${Buffer.alloc(Math.floor(bytes / 2), 0xed).toString("base64url")}`,
  ),
  {
    ...{ method: "POST", parser: "profile updates", path: "/engage?strict=1", bytesMax: EVENTS_MAX },
    ...{ headers: JSON_TYPE, place: "body" },
    make: (bytes) => `[{"$token":"t","$distinct_id":"a","$set":{${keys(bytes - 100)}}}]`,
  },
  {
    ...{ method: "POST", parser: "schemas", path: "/api/app/projects/1/schemas", bytesMax: EVENTS_MAX },
    ...{ headers: JSON_TYPE, place: "body", make: nested },
  },
  {
    ...{ method: "POST", parser: "application API, keys", path: "/api/app/organizations/1/projects" },
    ...{ bytesMax: 1_048_000, headers: JSON_TYPE, place: "body", make: (bytes) => `{${keys(bytes)}}` },
  },
  {
    ...{ method: "POST", parser: "dictionary CSV, lists", path: "/api/app/projects/1/dictionary/import" },
    ...{ bytesMax: EVENTS_MAX, headers: JSON_TYPE, place: "body", make: dictionaryCsv },
  },
  header("accept-encoding", "/", "blanks", (bytes) => `br${fill(" ", bytes)}x`),
  header("accept-encoding", "/", "commas", (bytes) => fill(",", bytes)),
  header("authorization", "/api/app/me", "base64", (bytes) => `Basic ${fill("A", bytes)}`),
  header("cookie", "/api/auth/get-session", "pairs", (bytes) => fill("A=; ", bytes)),
  {
    ...{ ...GET, parser: "query string", path: "/api/app/me?a=", bytesMax: HEADER_MAX / 3, place: "path" },
    make: (bytes) => fill("&", bytes),
  },
  ...["(", "not ", "1+", 'properties["a"]==', "a or "].map(
    (unit): WorstInput => ({
      ...{ ...GET, parser: `expression, ${unit}`, bytesMax: FIELD_MAX, place: "path" },
      path: "/api/2.0/export?project_id=1&from_date=2026-06-01&to_date=2026-06-02&where=",
      make: (bytes) => `${fill(unit, bytes)}1`,
    }),
  ),
];

export function requestOf({ path, headers = {}, place, make }: WorstInput, bytes: number): WorstRequest {
  const text = make(bytes);
  if (place === "path") return { path: path + encodeURIComponent(text), headers };
  if (place === "body") return { path, headers, body: text };
  if (place === "gzip")
    return { path, headers: { ...headers, "content-encoding": "gzip" }, body: gzipSync(text) };
  return { path, headers: { ...headers, [place.header]: text } };
}
