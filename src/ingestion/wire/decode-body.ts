import { isUtf8 } from "node:buffer";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { parseJson } from "../../platform/parse-json.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { TextState } from "../draft.ts";
import type { Limits } from "../limits.ts";

const unzip = promisify(gunzip);
/** Each piece is a call back into JavaScript and a buffer of its own: with 16 KiB unpacking took twice the processor time. */
const UNZIP_CHUNK_BYTES = 512 * 1024;
const TRAILER_BYTES = 4;
/** Whoever says that a large body is small makes many pieces of it, but not that many. */
const CHUNK_MIN = 16 * 1024;

/** A body as records. A line that is not JSON stands as `notJson`: it fails alone. */
export type Decoded = { records: unknown[]; text: TextState; sizeIsSound: boolean };
export const notJson = Symbol("not JSON");

export type DecodeFailure =
  | { code: "unsupported_encoding"; encoding: string }
  | { code: "bad_gzip"; reason: string }
  | { code: "body_too_large" }
  | { code: "too_many_events" }
  | { code: "not_parseable"; reason: string }
  | { code: "empty" };

export async function decodeBody(
  body: Buffer,
  form: { encoding: string | undefined; lines: boolean },
  limits: Limits,
): Promise<Result<Decoded, DecodeFailure>> {
  const plain = await decompress(body, form.encoding, limits);
  return plain.ok ? readRecords(plain.value, form, limits) : plain;
}

export function readRecords(
  bytes: Buffer,
  form: { lines: boolean },
  limits: Limits,
): Result<Decoded, DecodeFailure> {
  const text = bytes.toString("utf8", hasMark(bytes) ? 3 : 0);
  const records = form.lines ? readLines(text, limits) : readWhole(text);
  if (!records.ok) return records;
  if (records.value.length === 0) return fail({ code: "empty" });
  if (records.value.length > limits.eventsMax) return fail({ code: "too_many_events" });
  return ok({
    records: records.value,
    text: isUtf8(bytes) ? (/\\u[dD][89a-fA-F]/.test(text) ? "escaped" : "sound") : "broken",
    sizeIsSound: bytes.length < limits.eventMaxBytes,
  });
}

/** Some programs begin a file with the mark of its encoding, which no JSON may. */
const hasMark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** An empty header means none: the bulk loader sends it so. The cap holds while unpacking, so a bomb never takes more memory than it. */
export async function decompress(
  body: Buffer,
  encoding: string | undefined,
  limits: Limits,
): Promise<Result<Buffer, DecodeFailure>> {
  if (encoding === undefined || encoding === "" || encoding === "identity") {
    return body.length > limits.bodyMaxBytes ? fail({ code: "body_too_large" }) : ok(body);
  }
  if (encoding.toLowerCase() !== "gzip") return fail({ code: "unsupported_encoding", encoding });
  try {
    return ok(
      await unzip(body, { maxOutputLength: limits.bodyMaxBytes, chunkSize: chunkBytes(body, limits) }),
    );
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    return fail(
      code === "ERR_BUFFER_TOO_LARGE" ? { code: "body_too_large" } : { code: "bad_gzip", reason: message },
    );
  }
}

/**
 * Gzip ends with the length of what is in it, so one buffer is enough, and none has to be put together. Whoever lies there gets
 * pieces.
 */
function chunkBytes(body: Buffer, { bodyMaxBytes }: Limits): number {
  if (body.length < TRAILER_BYTES) return CHUNK_MIN;
  const told = body.readUInt32LE(body.length - TRAILER_BYTES);
  return told < bodyMaxBytes ? Math.max(CHUNK_MIN, told + 1) : UNZIP_CHUNK_BYTES;
}

/** A single object counts as a batch of one. */
function readWhole(text: string): Result<unknown[], DecodeFailure> {
  try {
    const value = parseJson(text);
    if (Array.isArray(value)) return ok(value);
    if (typeof value === "object" && value !== null) return ok([value]);
    return fail({ code: "not_parseable", reason: "the body must be a JSON array of events" });
  } catch (cause) {
    return fail({ code: "not_parseable", reason: (cause as Error).message });
  }
}

/** Stops at one line too many: a body of a few kilobytes may unpack to millions of lines, each of them an error. */
function readLines(text: string, limits: Limits): Result<unknown[], DecodeFailure> {
  const records: unknown[] = [];
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf("\n", from);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(from, end).trim();
    from = end + 1;
    if (line === "") continue;
    if (records.length === limits.eventsMax) return fail({ code: "too_many_events" });
    try {
      records.push(parseJson(line));
    } catch {
      records.push(notJson);
    }
  }
  return ok(records);
}
