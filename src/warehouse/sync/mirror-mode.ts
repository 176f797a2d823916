import type { Change, Unplaced } from "../../events/index.ts";
import type { Position } from "../../journal/index.ts";
import { ConnectorError } from "../connector.ts";
import { type Comparison, compareBuckets, GROUP_ROWS, groupBuckets } from "./compare-buckets.ts";
import { digestRows } from "./digest-rows.ts";
import { type EventSync, ordinalsOf, relationOf, senderOf, windowOf } from "./event-sync.ts";
import { abandon, appendChanges, catchUp, newGeneration } from "./generations.ts";
import { KeyHashes } from "./key-hashes.ts";
import { refuseTooManyFailed, type SyncOutcome } from "./outcome.ts";
import { syncReplace } from "./replace-mode.ts";
import { idsOf } from "./row-ids.ts";
import { RowKeyList } from "./row-key-list.ts";
import { readSql } from "./select.ts";
import type { Sender } from "./sender.ts";
import { StoredGroup } from "./stored-group.ts";
import { equalState, sendWritten, versionsOf } from "./written-rows.ts";

const GUARD_MIN_ROWS = 10_000;
const GUARD_RATIO = 0.3;
/** Frames of one append: all of them are kept or none. Past this, a crash may leave some, which the next run finds out. */
const RETRACT_FRAMES = 8;

/** Makes the store equal to the table: what is new is added, what changed replaced, what vanished taken back, in one step. */
export async function syncMirror(sync: EventSync): Promise<SyncOutcome> {
  const { import: one, session, stored } = sync;
  await catchUp({ deps: sync.deps, signal: sync.calledOff });
  const versions = await versionsOf(sync);
  const { recipe, reload } = one.progress;
  if ((await stored.generation()) === 0 || reload || recipe !== session.dialect.recipe) {
    const outcome = await syncReplace(sync);
    return { ...outcome, progress: { ...outcome.progress, equal: equalState(sync, versions, true) } };
  }
  const upload = beginLater(sync);
  try {
    const written = await sendWritten(sync, versions, upload.begin);
    const changes = written ?? (await sendDiffering(sync, upload.begin));
    const position = await showChanges(sync, upload, changes);
    const equal = equalState(sync, versions, written === undefined);
    return { kind: "diff", progress: { equal }, position, settles: "as_sent" };
  } catch (cause) {
    const { generation, sender } = upload;
    // What is on its way must not come after its generation was given up.
    await sender?.arrived();
    if (!sync.signal.aborted && generation !== undefined)
      await abandon(sync, generation).catch(() => undefined);
    throw cause;
  }
}

type Upload = { generation: number | undefined; sender: Sender | undefined; begin(): Promise<Sender> };

/** Most runs find nothing to send: a generation begins with the first row. */
function beginLater(sync: EventSync): Upload {
  const upload: Upload = {
    generation: undefined,
    sender: undefined,
    async begin() {
      upload.generation ??= await newGeneration(sync);
      upload.sender ??= senderOf(sync, upload.generation);
      return upload.sender;
    },
  };
  return upload;
}

type Changes = { retracted: RowKeyList; updated: number };

/** Answers where the last change lies in the journal. */
async function showChanges(
  sync: EventSync,
  upload: Upload,
  { retracted, updated }: Changes,
): Promise<Position> {
  const { tracker, deps, stored } = sync;
  if (upload.sender === undefined && retracted.length === 0) return deps.frames.synced();
  const sender = await upload.begin();
  await sender.end();
  refuseTooManyFailed(tracker);
  const deleted = retracted.length - updated;
  if (deleted > GUARD_MIN_ROWS) refuseMassDeletion(sync, deleted, await stored.count());
  // A row whose new version cannot be stored is counted among those that failed; what is left of it is that the old one went.
  const failed = await retracted.countIn(sender.failedKeys, () => tracker.turn());
  const replaced = Math.min(sender.sent, updated - failed);
  sync.calledOff.throwIfAborted();
  deps.reach("warehouse.before_commit");
  const position = await show(sync, upload.generation ?? 0, retracted);
  deps.reach("warehouse.after_commit");
  tracker.counts.deleted = retracted.length - replaced;
  tracker.counts.updated = replaced;
  tracker.counts.inserted = sender.sent - replaced;
  return position;
}

/** Compares all rows, part by part; reads the parts that differ, sends what the store does not have, and learns what the table has no longer. */
async function sendDiffering(sync: EventSync, begin: () => Promise<Sender>): Promise<Changes> {
  const { tracker } = sync;
  const comparison = await compareBuckets(sync, relationOf(sync, windowOf(sync)));
  tracker.rowsTotal = comparison.rows;
  tracker.counts.read = comparison.rows;
  tracker.counts.unchanged = comparison.equalRows;
  tracker.note(
    "PLANNING",
    `${comparison.differing.length} of ${2 ** comparison.bits} parts of the table differ`,
  );
  if (comparison.differing.length === 0) return { retracted: new RowKeyList(), updated: 0 };
  return await findChanges(sync, comparison, await begin());
}

async function findChanges(sync: EventSync, comparison: Comparison, sender: Sender): Promise<Changes> {
  const { tracker, plan, session, import: one } = sync;
  const relation = relationOf(sync, windowOf(sync));
  const mayRepeat = await repeatsOf(sync, comparison);
  const retracted = new RowKeyList();
  const sentKeys = new KeyHashes();
  for (const buckets of groupBuckets(comparison)) {
    const group = new StoredGroup(await sync.stored.rowKeys(comparison.bits, buckets), mayRepeat);
    const wanted = new Set(buckets);
    const isMost = buckets.length > 2 ** comparison.bits / 4;
    const reading = readSql(relation, plan.columns, {
      columns: sync.digestColumns,
      buckets: isMost ? undefined : { bits: comparison.bits, only: buckets },
    });
    for await (const rows of digestRows(session, reading, plan.columns.length)) {
      for (const { l0, digest, cells: cellsOf } of rows) {
        if (isMost && !wanted.has(l0 >>> (32 - comparison.bits))) continue;
        const nth = group.match(digest);
        if (nth === undefined) {
          tracker.counts.unchanged += 1;
          continue;
        }
        const cells = cellsOf();
        const ids = idsOf(one.id, plan, cells, digest, nth);
        if (ids.keyHash !== "") sentKeys.add(ids.keyHash);
        sender.add(ids.rowKey, sync.map(cells, ids.insertId));
        if (sender.isFull) await sender.send();
      }
      await tracker.turn();
    }
    for (const rowKey of group.left()) retracted.push(rowKey);
  }
  return { retracted, updated: await retracted.countIn(sentKeys, () => tracker.turn()) };
}

/** Which new rows may have equals among them. A few are remembered as they come; of more than fit the memory the warehouse names those that repeat. */
async function repeatsOf(sync: EventSync, comparison: Comparison): Promise<(digest: string) => boolean> {
  if (!sync.plan.keyIsUnique && comparison.differingRows <= GROUP_ROWS) return () => true;
  const ordinals = await ordinalsOf(sync, relationOf(sync, windowOf(sync)));
  return (digest) => ordinals.repeats(digest);
}

function refuseMassDeletion({ run }: EventSync, deleted: number, known: number): void {
  if (run.options.confirmGuard || deleted <= GUARD_MIN_ROWS || deleted <= known * GUARD_RATIO) return;
  throw new ConnectorError("change_guard", `${deleted} of ${known} rows are gone from the table`);
}

async function show(sync: EventSync, generation: number, retracted: RowKeyList): Promise<Position> {
  const importId = String(sync.import.id);
  const frames: Unplaced<Change>[] = [];
  for (const rowKeys of retracted.pages()) {
    if (frames.length === RETRACT_FRAMES) await appendChanges(sync, frames.splice(0));
    frames.push({ kind: "retract", importId, rowKeys });
  }
  return await appendChanges(sync, [...frames, { kind: "merge", importId, generation }]);
}
