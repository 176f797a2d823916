import { fail, ok, type Result } from "../../platform/result.ts";
import type { BodyText } from "../direct/read-body.ts";
import type { Limits } from "../limits.ts";
import { type DecodeFailure, decompress } from "../wire/decode-body.ts";
import { decodeData, type FormFields, readForm } from "../wire/form-data.ts";
import type { ReplyStyle } from "./reply.ts";

/** A request to `/import`, as far as it is not about who asks. */
export type ImportRequest = {
  query: Readonly<Record<string, string>>;
  contentType: string | undefined;
  encoding: string | undefined;
  body: Buffer | undefined;
  clientAddress: string;
};

export type ReadFailure = DecodeFailure | { code: "strict_invalid"; value: string } | { code: "no_body" };

const NO_FIELDS: FormFields = {};

export type PlainBody = Result<Buffer | undefined, DecodeFailure>;

export const unpackBody = async ({ body, encoding }: ImportRequest, limits: Limits): Promise<PlainBody> =>
  body === undefined ? ok(undefined) : decompress(body, encoding, limits);

/** The text with the records, wherever it stands in a request, and how the caller wants to be answered. */
export function readImport(
  { query, contentType }: ImportRequest,
  plain: PlainBody,
): { style: ReplyStyle; usesAddress: boolean; body: Result<BodyText, ReadFailure> } {
  const type = contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isForm = type === "application/x-www-form-urlencoded";
  const fields = isForm && plain.ok && plain.value ? readForm(plain.value.toString("utf8")) : NO_FIELDS;
  const data = query.data ?? fields.data;
  const strict = readStrict(query.strict ?? fields.strict);
  const style: ReplyStyle = {
    arrival: isForm || query.data !== undefined ? "field" : "body",
    strict: strict === true,
    verbose: Number(query.verbose ?? fields.verbose ?? 0) >= 1,
  };
  const body = (): Result<BodyText, ReadFailure> => {
    if (!plain.ok) return plain;
    if (strict === undefined) return fail({ code: "strict_invalid", value: String(query.strict) });
    if (data !== undefined) return ok({ bytes: decodeData(data), lines: false });
    if (plain.value === undefined || isForm) return fail({ code: "no_body" });
    return ok({ bytes: plain.value, lines: /ndjson|jsonl|json-lines/.test(type) });
  };
  return { style, usesAddress: (query.ip ?? fields.ip) === "1", body: body() };
}

/** Undefined: neither yes nor no. */
function readStrict(value: string | undefined): boolean | undefined {
  if (value === undefined || value === "" || value === "0") return false;
  return value === "1" || value === "true" ? true : undefined;
}
