import { encodeChange } from "../../events/index.ts";
import type { AppendFailure, FrameInput, Journal } from "../../journal/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Refusal } from "../codes.ts";
import type { Draft, StepContext } from "../draft.ts";
import type { Limits } from "../limits.ts";
import { check, emptyDraft } from "../pipeline.ts";
import { notJson } from "../wire/decode-body.ts";
import type { Catalogs, ProjectCatalog } from "./catalogs.ts";
import type { AcceptScope, Counts, Receipt, RecordBatch, RefusedRecord } from "./receipt.ts";
import { toEvent } from "./stored-properties.ts";

/** The one door: whatever comes in, from an SDK, a warehouse or another tool, comes in here. */
export type Accept = (scope: AcceptScope, batch: RecordBatch) => Promise<Result<Receipt, AcceptFailure>>;

/** Nothing of the batch was taken. Sent again, all of it can be. */
export type AcceptFailure =
  | AppendFailure
  | { code: "columns_not_saved"; reason: string; retryAfterMs: number };

export type AcceptDeps = {
  journal: Pick<Journal, "append">;
  catalogs: Catalogs;
  limits: Limits;
  clock: Clock;
  /** Told of every batch that was answered for. */
  onCounted(scope: AcceptScope, receipt: Receipt): void;
};

/** Nobody's insert id is longer; a mebibyte sent in its place need not be sent back. */
const INSERT_ID_SHOWN = 255;
const COLUMNS_RETRY_MS = 1000;
const NOT_JSON: Refusal = { code: "not_json", field: "", message: "record must be JSON" };

export function createAccept({ journal, catalogs, limits, clock, onCounted }: AcceptDeps): Accept {
  return async (scope, batch) => {
    const found = catalogs.of(scope.projectId);
    const catalog = found instanceof Promise ? await found : found;
    const receivedMs = clock.now();
    // From here to the end of `checkAll` nothing waits, so batches do not mix in the shredder.
    const { accepted, refused, counts, rows } = checkAll(catalog, scope, batch, limits, receivedMs);
    // Parsed, they take several times the memory of their text, and many may wait for the disk.
    batch.records.length = 0;
    const frames: FrameInput[] = [];
    const unsaved = await saveColumns(catalog);
    if (unsaved) return fail(unsaved);
    const news = rows.count > 0 ? catalog.news(scope.lane) : undefined;
    if (news) frames.push(news.frame);
    const { projectId: project, lineage } = scope;
    if (rows.count > 0) {
      frames.push({ ...encodeChange({ kind: "rows", receivedMs, lineage, ...rows }), project });
    }
    if (Object.keys(counts).length > 0) {
      frames.push({ ...encodeChange({ kind: "tally", receivedMs, lineage, counts }), project });
    }
    let position: number | undefined;
    if (frames.length > 0) {
      const appended = await journal.append(scope.lane, frames);
      if (!appended.ok) return appended;
      news?.told();
      position = appended.value.last;
    }
    const receipt: Receipt = { accepted, refused, counts, position };
    onCounted(scope, receipt);
    return ok(receipt);
  };
}

async function saveColumns(catalog: ProjectCatalog): Promise<AcceptFailure | undefined> {
  try {
    await catalog.saved();
    return undefined;
  } catch (cause) {
    return { code: "columns_not_saved", reason: String(cause), retryAfterMs: COLUMNS_RETRY_MS };
  }
}

function checkAll(
  { shredder }: ProjectCatalog,
  { strict, anonymousId }: AcceptScope,
  { records, text, sizeIsSound }: RecordBatch,
  limits: Limits,
  nowMs: number,
) {
  const counts: Counts = {};
  const count = (code: keyof Counts) => {
    counts[code] = (counts[code] ?? 0) + 1;
  };
  const context: StepContext = {
    strict,
    nowMs,
    limits,
    text,
    sizeIsSound,
    anonymousId,
    repaired: count,
  };
  const refused: RefusedRecord[] = [];
  try {
    for (let index = 0; index < records.length; index += 1) {
      const record = records[index];
      const draft = emptyDraft();
      const outcome = record === notJson ? { refusal: NOT_JSON } : check(record, draft, context);
      if (outcome === undefined) {
        shredder.add(toEvent(draft, context));
      } else if ("drop" in outcome) {
        count(outcome.drop);
      } else {
        count(outcome.refusal.code);
        refused.push({ index, insertId: insertIdOf(draft), refusal: outcome.refusal });
      }
    }
  } catch (bug) {
    // Rows of half a batch must not travel with the next one.
    shredder.take();
    throw bug;
  }
  return { accepted: records.length - refused.length, refused, counts, rows: shredder.take() };
}

/** As the record says it, so that its sender finds it again; whatever else it may be, it is shown as text. */
function insertIdOf({ record }: Draft): string {
  const properties = record.properties;
  if (typeof properties !== "object" || properties === null) return "";
  const given: unknown = Object.hasOwn(properties, "$insert_id")
    ? (properties as Record<string, unknown>).$insert_id
    : undefined;
  return typeof given === "string" || typeof given === "number"
    ? String(given).slice(0, INSERT_ID_SHOWN)
    : "";
}
