import { fail, ok, type Result } from "../../platform/result.ts";
import type { Accept, AcceptFailure } from "../accept/accept.ts";
import type { AcceptScope, Receipt, RecordBatch, RefusedRecord } from "../accept/receipt.ts";

export type Taken = Pick<Receipt, "accepted" | "refused" | "unread">;

/** What became of one request's records, by their places in it. */
export type Settled = Result<Taken, AcceptFailure>;

type Waiting = { count: number; settle(settled: Settled): void; broke(cause: unknown): void };
type Group = { scope: AcceptScope; batch: RecordBatch; bytes: number; waiting: Waiting[] };
export type Gather = (scope: AcceptScope, batch: RecordBatch, bytes: number) => Promise<Settled>;

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
export function createGathering(accept: Accept): Gather {
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
        for (const { broke } of group.waiting) broke(cause);
      },
    );
  }

  function gather(scope: AcceptScope, batch: RecordBatch, bytes: number, waiting: Waiting): void {
    const group = groups.get(scope.projectId);
    if (group !== undefined) {
      for (const record of batch.records) group.batch.records.push(record);
      if (batch.text === "escaped") group.batch.text = "escaped";
      group.bytes += bytes;
      group.waiting.push(waiting);
      return;
    }
    groups.set(scope.projectId, { scope, batch, bytes, waiting: [waiting] });
    if (mayDepart(scope.projectId)) leaveSoon();
  }

  return (scope, batch, bytes) => {
    const count = batch.records.length;
    const isSmall = count <= REQUEST_MAX && bytes <= REQUEST_MAX_BYTES && isAlike(scope, batch);
    if (!isSmall || isFull(groups.get(scope.projectId))) return alone(accept, scope, batch);
    return new Promise((settle, broke) => gather(scope, batch, bytes, { count, settle, broke }));
  };
}

/**
 * Whether a request means the same in company: it leaves alone when a doubt about its bytes or its size would fall on others, or when
 * records without an id are to get one made of its sender.
 */
const isAlike = ({ strict, anonymousId }: AcceptScope, { text, sizeIsSound }: RecordBatch): boolean =>
  !strict && anonymousId === undefined && text !== "broken" && sizeIsSound;

const isFull = (group: Group | undefined): boolean =>
  group !== undefined && (group.batch.records.length >= GROUP_MAX || group.bytes >= GROUP_MAX_BYTES);

async function alone(accept: Accept, scope: AcceptScope, batch: RecordBatch): Promise<Settled> {
  return accept(scope, batch);
}

function share({ waiting }: Group, receipt: Awaited<ReturnType<Accept>>): void {
  if (!receipt.ok) {
    for (const { settle } of waiting) settle(fail(receipt.failure));
    return;
  }
  const { refused, unread } = receipt.value;
  let from = 0;
  let at = 0;
  let unreadAt = 0;
  for (const { count, settle } of waiting) {
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
    settle(ok({ accepted: count - own.length - ownUnread.length, refused: own, unread: ownUnread }));
    from += count;
  }
}
