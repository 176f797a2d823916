import type { HttpFailure, RawAnswer, RawRequest } from "../http/index.ts";
import { FOREIGN_PAGE } from "../platform/access/index.ts";
import { parseJson } from "../platform/parse-json.ts";
import { fail, ok, type Result } from "../platform/result.ts";
import type { SignInDeps } from "./deps.ts";

const JSON_TYPE = "application/json; charset=utf-8";

type More = { field?: string | undefined; headers?: Record<string, string> };

/** Refusals as the application API words them. */
export function refuse(
  status: number,
  type: string,
  error: string,
  { field, headers }: More = {},
): RawAnswer {
  const body = { error, status: "error", type, ...(field === undefined ? {} : { field }) };
  return { status, contentType: JSON_TYPE, body: JSON.stringify(body), headers: headers ?? {} };
}

export const refuseShell = ({ status, type, message, field, headers }: HttpFailure): RawAnswer =>
  refuse(status, type, message, { field, headers });

export const refuseForeign = (): RawAnswer => refuse(403, "foreign_page", FOREIGN_PAGE);

/** A right password always passes; only those that fail are counted, and refused when there were too many. */
export function tooMany(
  { failures, accountFailures }: SignInDeps,
  { clientAddress }: RawRequest,
  account?: string,
): RawAnswer | undefined {
  if (account !== undefined) accountFailures.count(account);
  const wait = failures.count(clientAddress);
  if (wait === undefined) return undefined;
  return refuse(429, "too_many_failures", "Too many failed sign-ins from this address; wait and try again.", {
    headers: { "retry-after": String(wait.retryAfterS) },
  });
}

export const refuseBusy = (): RawAnswer =>
  refuse(503, "busy", "Too many people are signing in at this moment; try again.", {
    headers: { "retry-after": "2" },
  });

export const answer = (results: unknown, cookies: string[] = []): RawAnswer => ({
  status: 200,
  contentType: JSON_TYPE,
  body: JSON.stringify({ status: "ok", results }),
  ...(cookies.length === 0 ? {} : { headers: { "set-cookie": cookies } }),
});

export const clientOf = ({ headers, clientAddress }: RawRequest) => ({
  cookies: headers.cookie ?? "",
  userAgent: headers["user-agent"] ?? "",
  clientAddress,
});

/** A guess that was not even looked at, because there were too many. */
export const refuseBrake = (
  deps: SignInDeps,
  request: RawRequest,
  { code }: { code: "busy" | "too_many_failures" },
): RawAnswer => (code === "busy" ? refuseBusy() : (tooMany(deps, request) ?? refuseBusy()));

/** The texts a body must hold, and those it may; anything else in it is refused by name. */
export function readTexts<const Must extends string, const May extends string = never>(
  { headers }: RawRequest,
  bytes: Buffer | undefined,
  must: readonly Must[],
  may: readonly May[] = [],
): Result<Record<Must, string> & Partial<Record<May, string>>, RawAnswer> {
  if (!/^application\/json(?:;|$)/i.test(headers["content-type"] ?? ""))
    return fail(
      refuse(415, "unsupported_media_type", "Send the body with 'Content-Type: application/json'."),
    );
  const given = parse(bytes);
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return fail(refuse(400, "invalid_json", "The body must be a JSON object."));
  const fields = given as Record<string, unknown>;
  for (const field of must)
    if (fields[field] === undefined)
      return fail(refuse(400, "invalid_body", `${field}: is required.`, { field }));
  for (const [field, value] of Object.entries(fields)) {
    const isKnown = ([...must, ...may] as string[]).includes(field);
    if (!isKnown) return fail(refuse(400, "invalid_body", `${field}: is not known here.`, { field }));
    if (typeof value !== "string" || value.includes("\u0000"))
      return fail(refuse(400, "invalid_body", `${field}: must be text.`, { field }));
  }
  return ok(fields as Record<Must, string> & Partial<Record<May, string>>);
}

function parse(bytes: Buffer | undefined): unknown {
  try {
    return parseJson((bytes ?? Buffer.alloc(0)).toString("utf8"));
  } catch {
    return undefined;
  }
}
