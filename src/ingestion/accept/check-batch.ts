import type { DictionaryRules } from "../../dictionary/index.ts";
import type { CommonValues } from "../../events/index.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Sampler } from "../diagnostics/sampler.ts";
import { GovernedEvents } from "../direct/governed-events.ts";
import { type BodyText, readBody } from "../direct/read-body.ts";
import { commonTextOf, type RecordLines, readLines, sayInEach } from "../direct/read-lines.ts";
import { RecordText } from "../direct/record-text.ts";
import { areInTime, rowsToRecords } from "../direct/rows-to-records.ts";
import type { RecordScanner } from "../direct/scan-record.ts";
import type { Limits } from "../limits.ts";
import { type DecodeFailure, readRecords } from "../wire/decode-body.ts";
import { BatchCheck, type CheckedBatch } from "./batch-check.ts";
import type { ProjectCatalog } from "./catalogs.ts";
import type { AcceptScope, RecordBatch } from "./receipt.ts";

export type Checking = {
  catalog: ProjectCatalog;
  scope: AcceptScope;
  limits: Limits;
  nowMs: number;
  sampler?: Sampler | undefined;
  rules?: DictionaryRules | undefined;
};

/** Checks records that have been parsed, and lets go of them: many batches may wait for the disk. */
export function checkRecords(
  checking: Checking,
  { records, text, sizeIsSound, rowKeys }: RecordBatch,
): CheckedBatch {
  const last = checking.catalog.last();
  try {
    const batch = batchOf(checking, text, sizeIsSound);
    for (const [index, record] of records.entries()) {
      if (record instanceof RecordText) addText(checking, batch, record);
      else batch.add(record, rowKeys?.[index]);
    }
    records.length = 0;
    return batch.take();
  } catch (bug) {
    // Rows of half a batch must not travel with the next one.
    checking.catalog.discard(last);
    throw bug;
  }
}

function addText({ catalog, limits, nowMs }: Checking, batch: BatchCheck, text: RecordText): void {
  const scanner = catalog.scanner(limits);
  if (text.isReadBy(scanner, nowMs)) batch.addPlain(scanner.row);
  else batch.leaveUnread();
  scanner.letGo();
}

/** Checks a body as it came. Plain records, which nearly all are, never become objects. */
export function checkBody(checking: Checking, body: BodyText): Result<CheckedBatch, DecodeFailure> {
  const { catalog, limits } = checking;
  const last = catalog.last();
  const read = readPlainly(checking, body);
  if (read) return ok(read);
  // What was read so far gave columns to properties: a body that is refused gives none.
  catalog.discard(last);
  const decoded = readRecords(body.bytes, body, limits);
  return decoded.ok ? ok(checkRecords(checking, decoded.value)) : fail(decoded.failure);
}

function readPlainly(checking: Checking, body: BodyText): CheckedBatch | undefined {
  const { catalog, limits, nowMs } = checking;
  const last = catalog.last();
  try {
    const batch = batchOf(checking, "escaped", body.bytes.length < limits.eventMaxBytes);
    const isRead = readBody(body, {
      scanner: catalog.scanner(limits),
      recordsMax: limits.eventsMax,
      nowMs,
      plain: (row) => batch.addPlain(row),
      other: (record) => batch.add(record),
    });
    return isRead ? batch.take() : undefined;
  } catch (bug) {
    catalog.discard(last);
    throw bug;
  }
}

/** Checks records that were made here and are still text. */
export function checkLines(checking: Checking, given: RecordLines): CheckedBatch {
  const { catalog, limits, nowMs } = checking;
  const last = catalog.last();
  const scanner = catalog.scanner(limits);
  const commonText = commonTextOf(given.common ?? {});
  const common = takeCommon(checking, scanner, given, commonText);
  const isSaidOnce = common !== undefined;
  try {
    const lines = areRowsGood(checking, given, isSaidOnce) ? given : rowsToRecords(given);
    const batch = batchOf(checking, "escaped", lines.sizeIsSound);
    readLines(lines.common === undefined || isSaidOnce ? lines : sayInEach(lines), {
      scanner,
      nowMs,
      commonText: isSaidOnce ? commonText : "",
      plain: (row) => batch.addPlain(row),
      ready: (bytes, start, end, count) => batch.addReady(bytes, start, end, count),
      other: (record, rowKey) => batch.add(record, rowKey),
    });
    catalog.shredder.use(lines.ready?.used ?? []);
    return { ...batch.take(), common };
  } catch (bug) {
    catalog.discard(last);
    throw bug;
  }
}

/** Whether rows that were made elsewhere are what would be made of their records here and now. */
function areRowsGood(
  { catalog, rules, limits, nowMs }: Checking,
  { ready, common }: RecordLines,
  isSaidOnce: boolean,
): boolean {
  if (ready === undefined) return true;
  if (GovernedEvents.of(rules) !== undefined) return false;
  if (!catalog.gave(ready.known) || ready.known.limits !== limits) return false;
  return (common === undefined || isSaidOnce) && areInTime(ready, nowMs);
}

/** Undefined: each record has to say it, for want of columns or because the dictionary has to see all of a record. */
function takeCommon(
  { rules }: Checking,
  scanner: RecordScanner,
  { common }: RecordLines,
  text: string,
): CommonValues | undefined {
  if (common === undefined || GovernedEvents.of(rules) !== undefined) return undefined;
  return scanner.takeAsCommon(Buffer.from(text), common);
}

function batchOf(
  { catalog, scope, limits, nowMs, sampler, rules }: Checking,
  text: RecordBatch["text"],
  sizeIsSound: boolean,
): BatchCheck {
  const { strict, anonymousId, projectId } = scope;
  const sampling = sampler && { sampler, projectId };
  return new BatchCheck(
    catalog.shredder,
    { strict, nowMs, limits, text, sizeIsSound, anonymousId, rules },
    sampling,
  );
}
