import { fail, ok, type Result } from "../../platform/result.ts";
import type { Limits } from "../limits.ts";
import { type Decoded, type DecodeFailure, decompress, readRecords } from "../wire/decode-body.ts";
import { decodeData } from "../wire/form-data.ts";
import { readParams, type SdkParams } from "./params.ts";

/** A request as it arrived, as far as it matters to what it brings. */
export type SdkArrival = {
  query: Readonly<Record<string, string>>;
  contentType: string | undefined;
  encoding: string | undefined;
  body: Buffer | undefined;
};

export type SdkReadFailure =
  | DecodeFailure
  | { code: "no_data" }
  | { code: "multipart" }
  | { code: "not_records" }
  | { code: "neither_json_nor_base64" };

export type PlainBody = Result<Buffer | undefined, DecodeFailure>;

export const unpackSdkBody = async ({ body, encoding }: SdkArrival, limits: Limits): Promise<PlainBody> =>
  body === undefined || body.length === 0 ? ok(undefined) : decompress(body, encoding, limits);

/** The text with the records of a request, wherever it stands in it. `data`: the field that it was in. */
export type SdkText = { bytes: Buffer; lines: boolean; data: string | undefined };

/** Where the records are, and what else the request says. */
export function findSdkText(
  { query, contentType }: Pick<SdkArrival, "query" | "contentType">,
  plain: PlainBody,
): { params: SdkParams; text: Result<SdkText, SdkReadFailure> } {
  const bytes = plain.ok ? plain.value : undefined;
  const isForm = bytes !== undefined && !startsAsJson(bytes);
  const params = readParams(query, isForm ? bytes.toString("utf8") : undefined);
  return { params, text: plain.ok ? textFrom(params, { bytes, isForm, contentType }) : plain };
}

/** The records of a request and what else it says. */
export function readSdkBody(
  arrival: Pick<SdkArrival, "query" | "contentType">,
  plain: PlainBody,
  limits: Limits,
): { params: SdkParams; records: Result<Decoded, SdkReadFailure> } {
  const { params, text } = findSdkText(arrival, plain);
  return { params, records: text.ok ? readSdkText(text.value, limits) : text };
}

type Body = { bytes: Buffer | undefined; isForm: boolean; contentType: string | undefined };

function textFrom(
  { data }: SdkParams,
  { bytes, isForm, contentType = "" }: Body,
): Result<SdkText, SdkReadFailure> {
  if (data !== undefined) return ok({ bytes: decodeData(data), lines: false, data });
  if (bytes === undefined || bytes.length === 0) return fail({ code: "no_data" });
  if (isForm) return fail({ code: whatInstead(contentType) });
  return ok({ bytes, lines: isLines(contentType), data: undefined });
}

const isLines = (contentType: string): boolean =>
  contentType !== "application/json" && /ndjson|jsonl|json-lines/i.test(contentType);

/** A body without records: what it is, so that its sender is not told that there was none. */
function whatInstead(contentType: string): "multipart" | "not_records" | "no_data" {
  if (/^\s*multipart\//i.test(contentType)) return "multipart";
  return /json/i.test(contentType) ? "not_records" : "no_data";
}

const NOT_BASE64 = /[^A-Za-z0-9+/_\s-]/;

/** Looks for what base64 cannot hold. A pattern for the whole text takes quadratic time on one that almost is base64. */
const isBase64 = (data: string): boolean => !NOT_BASE64.test(data.trimEnd().replace(/={1,2}$/, ""));

/** A lenient decoder makes bytes of any text: what is no base64 at all is told as such, and not as JSON that went wrong. */
export function readSdkText(
  { bytes, lines, data }: SdkText,
  limits: Limits,
): Result<Decoded, SdkReadFailure> {
  const read = readRecords(bytes, { lines }, limits);
  if (
    data === undefined ||
    read.ok ||
    read.failure.code !== "not_parseable" ||
    startsAsJson(Buffer.from(data.slice(0, 1024)))
  ) {
    return read;
  }
  return isBase64(data) ? read : fail({ code: "neither_json_nor_base64" });
}

/**
 * Looked at, not believed: beacons send a form as `text/plain`, and `curl -d` sends JSON as a form. No form that means anything
 * here begins with a bracket.
 */
function startsAsJson(bytes: Buffer): boolean {
  for (const byte of bytes) {
    if (byte === 0x7b || byte === 0x5b) return true;
    if (!isBlank(byte)) return false;
  }
  return false;
}

/** White space, and the three bytes of an encoding mark. */
const isBlank = (byte: number): boolean =>
  byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0xef || byte === 0xbb || byte === 0xbf;
