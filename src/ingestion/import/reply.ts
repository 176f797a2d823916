import type { RefusedRecord } from "../accept/receipt.ts";
import { SOME_FAILED, statusName } from "../wire/words.ts";

/** How the records came decides how the answer looks: clients of each way expect its own. */
export type Arrival = "body" | "field";
export type ReplyStyle = { arrival: Arrival; strict: boolean; verbose: boolean };
export type Reply = { status: number; body: string; contentType: string; headers?: Record<string, string> };

export type ImportOutcome =
  | { kind: "imported"; imported: number; refused: readonly RefusedRecord[] }
  | { kind: "failed"; status: number; error: string; headers?: Record<string, string>; wholeBatch?: boolean };

const JSON_TYPE = "application/json; charset=utf-8";
const TEXT_TYPE = "text/plain; charset=utf-8";

export function reply(outcome: ImportOutcome, { arrival, strict, verbose }: ReplyStyle): Reply {
  if (arrival === "body" || strict) return jsonReply(outcome);
  const { status, headers } = statusOf(outcome);
  const more = headers === undefined ? {} : { headers };
  const error = outcome.kind === "failed" ? outcome.error : null;
  return verbose
    ? {
        status,
        ...more,
        contentType: JSON_TYPE,
        body: JSON.stringify({ status: error === null ? 1 : 0, error }),
      }
    : { status, ...more, contentType: TEXT_TYPE, body: error === null ? "1" : "0" };
}

function statusOf(outcome: ImportOutcome): { status: number; headers?: Record<string, string> } {
  if (outcome.kind === "imported") return { status: outcome.refused.length === 0 ? 200 : 400 };
  return outcome.headers === undefined
    ? { status: outcome.status }
    : { status: outcome.status, headers: outcome.headers };
}

function jsonReply(outcome: ImportOutcome): Reply {
  const { status, headers } = statusOf(outcome);
  const name = statusName(status);
  const body = { code: status, ...details(outcome), status: name };
  return {
    status,
    contentType: JSON_TYPE,
    body: JSON.stringify(body),
    ...(headers === undefined ? {} : { headers }),
  };
}

function details(outcome: ImportOutcome): Record<string, unknown> {
  if (outcome.kind === "failed") {
    const { error, wholeBatch } = outcome;
    return wholeBatch ? { error, failed_records: [], num_records_imported: 0 } : { error };
  }
  const { imported, refused } = outcome;
  if (refused.length === 0) return { num_records_imported: imported };
  return {
    error: SOME_FAILED,
    failed_records: refused.map(({ index, insertId, refusal: { field, message } }) => ({
      index,
      // Both spellings are in use.
      insert_id: insertId,
      $insert_id: insertId,
      field,
      message,
    })),
    num_records_imported: imported,
  };
}
