import { readFile, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { fail, ok, type Result } from "../../platform/result.ts";
import { type AskFailure, reasonOf } from "./ask.ts";
import type { Connection } from "./connect.ts";
import type { Call } from "./parse-command.ts";

/** What the server takes at most, packed or not. */
const FILE_MAX_BYTES = 100 * 1024 * 1024;
/** Below, packing saves less than it costs. */
const PACKED_FROM_BYTES = 1024 * 1024;
const TIMEOUT_MS = 600_000;

type Answer = { error?: string; failed_records?: { index: number; message: string }[] };

/** Sends a CSV file as the new rows of a lookup table. */
export async function replaceRows(
  { url, credentials }: Connection,
  path: string,
  { body: { file }, json }: Pick<Call, "body" | "json">,
): Promise<Result<string, AskFailure>> {
  const read = await readCsv(String(file));
  if (!read.ok) return read;
  const { bytes, isPacked } = read.value;
  try {
    const response = await fetch(url + path, {
      method: "PUT",
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
        "content-type": "text/csv",
        ...(isPacked ? { "content-encoding": "gzip" } : {}),
      },
      body: bytes,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return ok(json ? '{\n  "status": "ok"\n}\n' : "Done.\n");
    const answer = (await response.json().catch(() => ({}))) as Answer;
    return fail({ error: explain(answer, response.status) });
  } catch (cause) {
    return fail({ error: `The server at ${url} does not answer: ${reasonOf(cause)}.` });
  }
}

async function readCsv(
  path: string,
): Promise<Result<{ bytes: Uint8Array<ArrayBuffer>; isPacked: boolean }, AskFailure>> {
  try {
    if ((await stat(path)).size > FILE_MAX_BYTES)
      return fail({ error: `--file: ${path} is larger than the 100 MiB a lookup table may have.` });
    const bytes = await readFile(path);
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return ok({ bytes, isPacked: true });
    const isPacked = bytes.length >= PACKED_FROM_BYTES;
    return ok({ bytes: isPacked ? await promisify(gzip)(bytes) : bytes, isPacked });
  } catch (cause) {
    return fail({ error: `--file takes the path of a CSV file: ${(cause as Error).message}.` });
  }
}

function explain({ error, failed_records: failed = [] }: Answer, status: number): string {
  const rows = failed.map(({ index, message }) => `  row ${index}: ${message}`);
  return [error ?? `The server answered ${status}.`, ...rows].join("\n");
}
