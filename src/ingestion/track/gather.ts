import { fail, ok, type Result } from "../../platform/result.ts";
import type { Accept, AcceptFailure } from "../accept/accept.ts";
import type { AcceptScope, Receipt, RecordBatch, RefusedRecord } from "../accept/receipt.ts";
import type { RecordText } from "../direct/record-text.ts";

export type Taken = Pick<Receipt, "accepted" | "refused" | "unread">;

/** What became of one request's records, by their places in it. */
export type Settled = Result<Taken, AcceptFailure>;

/** Who hears what became of so many records. */
export type Waiting = { count: number; settle(settled: Settled): void; broke(cause: unknown): void };
type Group = { scope: AcceptScope; batch: RecordBatch; bytes: number; waiting: Waiting[] };
export type Gather = (scope: AcceptScope, batch: RecordBatch, bytes: number) => Promise<Settled>;
export type Gathering = {
  gather: Gather;
  /** The same for one record of the live lane, without a promise: they come by the ten thousand. */
  gatherText(projectId: number, record: RecordText, bytes: number, waiting: Waiting): void;
};

/** Larger requests gain nothing by company. */
const REQUEST_MAX = 50;
const REQUEST_MAX_BYTES = 65_536;
/**
 * Groups of a project on their way to the disk. One alone leaves a busy machine idle until its answer comes; without a bound groups
 * become small, and each costs the journal as much as a large one.
 */
const UNDER_WAY_MAX = 2;
/** A group is a batch like any other, and no large one. Whoever finds it full goes alone. */
const GROUP_MAX = 1000;
const GROUP_MAX_BYTES = 2 * 1024 * 1024;

/**
 * Accepts small requests together: those that arrive in one turn of the event loop, and those that arrive while the last ones of
 * their project are on their way to the disk, where they would have to wait all the same. Most requests bring a single event, and a
 * batch costs the journal, the loader and the store about as much as an event: alone, each took 110 µs of the main thread.
 */
export function createGathering(accept: Accept): Gathering {
  const groups = new Map<number, Group>();
  const underWay = new Map<number, number>();
  let isLeaving = false;
  const mayDepart = (projectId: number): boolean => (underWay.get(projectId) ?? 0) < UNDER_WAY_MAX;

  function leave(): void {
    isLeaving = false;
    for (const projectId of [...groups.keys()]) if (mayDepart(projectId)) depart(projectId);
  }

  /** After what has arrived meanwhile is read: it can come along. */
  function leaveSoon(): void {
    if (!isLeaving) setImmediate(leave);
    isLeaving = true;
  }

  function depart(projectId: number): void {
    const group = groups.get(projectId);
    if (group === undefined) return;
    groups.delete(projectId);
    underWay.set(projectId, (underWay.get(projectId) ?? 0) + 1);
    const arrive = () => {
      const left = (underWay.get(projectId) ?? 1) - 1;
      if (left === 0) underWay.delete(projectId);
      else underWay.set(projectId, left);
      if (groups.has(projectId)) leaveSoon();
    };
    accept(group.scope, group.batch).then(
      (receipt) => {
        arrive();
        share(group, receipt);
      },
      (cause: unknown) => {
        arrive();
        for (const each of group.waiting) each.broke(cause);
      },
    );
  }

  function begin(scope: AcceptScope, batch: RecordBatch, bytes: number, waiting: Waiting): void {
    groups.set(scope.projectId, { scope, batch, bytes, waiting: [waiting] });
    if (mayDepart(scope.projectId)) leaveSoon();
  }

  function join(group: Group, batch: RecordBatch, bytes: number, waiting: Waiting): void {
    for (const record of batch.records) group.batch.records.push(record);
    if (batch.text === "escaped") group.batch.text = "escaped";
    group.bytes += bytes;
    group.waiting.push(waiting);
  }

  return {
    gather(scope, batch, bytes) {
      const count = batch.records.length;
      const group = groups.get(scope.projectId);
      const isSmall = count <= REQUEST_MAX && bytes <= REQUEST_MAX_BYTES && isAlike(scope, batch);
      if (!isSmall || isFull(group)) return accept(scope, batch);
      return new Promise((settle, broke) => {
        if (group === undefined) begin(scope, batch, bytes, { count, settle, broke });
        else join(group, batch, bytes, { count, settle, broke });
      });
    },
    gatherText(projectId, record, bytes, waiting) {
      const group = groups.get(projectId);
      if (group !== undefined && !isFull(group)) {
        group.batch.records.push(record);
        group.bytes += bytes;
        group.waiting.push(waiting);
        return;
      }
      const scope = { projectId, ...TEXT_SCOPE };
      const batch: RecordBatch = { records: [record], text: "sound", sizeIsSound: true };
      if (group === undefined) begin(scope, batch, bytes, waiting);
      else
        accept(scope, batch).then(
          (settled) => waiting.settle(settled),
          (cause) => waiting.broke(cause),
        );
    },
  };
}

const TEXT_SCOPE = { lane: "live", lineage: { source: "track" }, strict: false } as const;

/**
 * Whether a request means the same in company: it leaves alone when a doubt about its bytes or its size would fall on others, or when
 * records without an id are to get one made of its sender.
 */
const isAlike = ({ strict, anonymousId }: AcceptScope, { text, sizeIsSound }: RecordBatch): boolean =>
  !strict && anonymousId === undefined && text !== "broken" && sizeIsSound;

const isFull = (group: Group | undefined): boolean =>
  group !== undefined && (group.batch.records.length >= GROUP_MAX || group.bytes >= GROUP_MAX_BYTES);

const taken = (accepted: number): Settled => ok({ accepted, refused: [], unread: [] });
const ONE_TAKEN = taken(1);

function share({ waiting }: Group, receipt: Awaited<ReturnType<Accept>>): void {
  if (!receipt.ok) {
    for (const each of waiting) each.settle(fail(receipt.failure));
    return;
  }
  const { refused, unread } = receipt.value;
  if (refused.length === 0 && unread.length === 0) {
    for (const each of waiting) each.settle(each.count === 1 ? ONE_TAKEN : taken(each.count));
    return;
  }
  let from = 0;
  let at = 0;
  let unreadAt = 0;
  for (const each of waiting) {
    const { count } = each;
    const own: RefusedRecord[] = [];
    const ownUnread: number[] = [];
    for (let next = refused[at]; next !== undefined && next.index < from + count; next = refused[++at]) {
      own.push({ ...next, index: next.index - from });
    }
    for (
      let index = unread[unreadAt];
      index !== undefined && index < from + count;
      index = unread[++unreadAt]
    ) {
      ownUnread.push(index - from);
    }
    each.settle(ok({ accepted: count - own.length - ownUnread.length, refused: own, unread: ownUnread }));
    from += count;
  }
}
