import type { FindRules } from "../../dictionary/index.ts";
import { type CommonValues, encodeChange } from "../../events/index.ts";
import type { AppendFailure, FrameInput, Journal } from "../../journal/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { fail, ok, type Result } from "../../platform/result.ts";
import type { Sampler } from "../diagnostics/sampler.ts";
import { GovernedEvents } from "../direct/governed-events.ts";
import type { BodyText } from "../direct/read-body.ts";
import type { RecordLines } from "../direct/read-lines.ts";
import type { KnownColumns } from "../direct/ready-rows.ts";
import type { Limits } from "../limits.ts";
import type { DecodeFailure } from "../wire/decode-body.ts";
import type { CheckedBatch } from "./batch-check.ts";
import type { Catalogs, ProjectCatalog } from "./catalogs.ts";
import { type Checking, checkBody, checkLines, checkRecords } from "./check-batch.ts";
import type { AcceptScope, Receipt, RecordBatch } from "./receipt.ts";

/** The one door: whatever comes in, from an SDK, a warehouse or another tool, comes in here. */
export type Accept = (scope: AcceptScope, batch: RecordBatch) => Promise<Result<Receipt, AcceptFailure>>;

/** The same for a body of events as it came, which costs a third. `admit` hears how many there are before they are taken. */
export type AcceptBody = <Refused>(
  scope: AcceptScope,
  body: BodyText,
  admit: (records: number) => Refused | undefined,
) => Promise<Result<Receipt, AcceptFailure | DecodeFailure | { code: "not_admitted"; why: Refused }>>;

/** The same for what pulls large amounts by itself: it writes the records it makes as text, so that they never become objects. */
export type AcceptLines = (scope: AcceptScope, lines: RecordLines) => Promise<Result<Receipt, AcceptFailure>>;

/**
 * What it takes to write the rows of a project oneself, for `acceptLines`. Undefined while the dictionary says something of its events:
 * then each of them is looked at here.
 */
export type FindColumns = (projectId: number) => Promise<KnownColumns | undefined>;

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
  /** Says of which records that were not simply stored a sample is kept. */
  sampler?: Sampler | undefined;
  /** What a project's dictionary leaves out, and what it declares. */
  rules?: FindRules | undefined;
};

const COLUMNS_RETRY_MS = 1000;

export function createAccept(deps: AcceptDeps): {
  accept: Accept;
  acceptBody: AcceptBody;
  acceptLines: AcceptLines;
  findColumns: FindColumns;
} {
  const { catalogs, limits, clock, sampler } = deps;
  const begin = async (scope: AcceptScope): Promise<Checking> => {
    const catalog = await catalogs.of(scope.projectId);
    const rules = await deps.rules?.(scope.projectId);
    return { catalog, scope, limits, nowMs: clock.now(), sampler, rules };
  };
  // Nothing waits while a batch is checked, so batches do not mix in the shredder.
  return {
    async accept(scope, batch) {
      const checking = await begin(scope);
      return append(deps, checking, checkRecords(checking, batch));
    },
    async acceptBody(scope, body, admit) {
      const checking = await begin(scope);
      const { catalog } = checking;
      const last = catalog.last();
      const checked = checkBody(checking, body);
      if (!checked.ok) return checked;
      const why = admit(checked.value.accepted + checked.value.refused.length);
      if (why !== undefined) {
        catalog.shredder.giveBack(checked.value.rows);
        catalog.discard(last);
        return fail({ code: "not_admitted", why });
      }
      return append(deps, checking, checked.value);
    },
    async acceptLines(scope, lines) {
      const checking = await begin(scope);
      return append(deps, checking, checkLines(checking, lines));
    },
    async findColumns(projectId) {
      const rules = await deps.rules?.(projectId);
      const catalog = await catalogs.of(projectId);
      return GovernedEvents.of(rules) === undefined ? catalog.known(limits) : undefined;
    },
  };
}

/** What was checked becomes durable, and then it counts. */
async function append(
  { journal, onCounted }: AcceptDeps,
  { catalog, scope, nowMs: receivedMs }: Checking,
  { accepted, refused, unread, counts, rows, common, samples, violations }: CheckedBatch,
): Promise<Result<Receipt, AcceptFailure>> {
  const frames: FrameInput[] = [];
  const unsaved = await saveColumns(catalog);
  if (unsaved) return fail(unsaved);
  const news = rows.count > 0 ? catalog.news(scope.lane) : undefined;
  if (news) frames.push(news.frame);
  const { projectId: project, lineage } = scope;
  if (rows.count > 0) {
    const columns = common === undefined ? rows.columns : withCommon(rows.columns, common);
    const change = { kind: "rows", receivedMs, lineage, ...rows, columns, common } as const;
    frames.push({ ...encodeChange(change), project });
  }
  if (Object.keys(counts).length > 0) {
    frames.push({ ...encodeChange({ kind: "tally", receivedMs, lineage, counts }), project });
  }
  let position: number | undefined;
  if (frames.length > 0) {
    const appended = await journal.append(scope.lane, frames);
    if (!appended.ok) return appended;
    // Only now: what a journal that broke was still writing must not change under its hands.
    catalog.shredder.giveBack(rows);
    news?.told();
    position = appended.value.last;
  }
  const receipt: Receipt = { accepted, refused, unread, counts, position, samples, violations };
  onCounted(scope, receipt);
  return ok(receipt);
}

const withCommon = (columns: readonly number[], common: CommonValues): number[] =>
  [...new Set([...columns, ...Object.keys(common).map((name) => Number(name.slice(1)))])].sort(
    (left, right) => left - right,
  );

async function saveColumns(catalog: ProjectCatalog): Promise<AcceptFailure | undefined> {
  try {
    await catalog.saved();
    return undefined;
  } catch (cause) {
    return { code: "columns_not_saved", reason: String(cause), retryAfterMs: COLUMNS_RETRY_MS };
  }
}
