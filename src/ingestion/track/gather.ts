import { fail, ok, type Result } from "../../platform/result.ts";
import type { Accept, AcceptFailure } from "../accept/accept.ts";
import type { AcceptScope, RecordBatch, RefusedRecord } from "../accept/receipt.ts";

/** What became of one request's records, by their places in it. */
export type Settled = Result<{ accepted: number; refused: RefusedRecord[] }, AcceptFailure>;

type Waiting = { count: number; settle(settled: Settled): void; broke(cause: unknown): void };
type Group = { scope: AcceptScope; batch: RecordBatch; waiting: Waiting[] };

/** Larger requests gain nothing by company. */
const REQUEST_MAX = 50;
/** A group is a batch like any other. */
const GROUP_MAX = 1000;

/**
 * Accepts small requests together: those that arrive in one turn of the event loop, and those that arrive while the last ones of
 * their project are on their way to the disk, where they would have to wait all the same. Most requests bring a single event, and a
 * batch costs the journal, the loader and the store about as much as an event: alone, each took 110 µs of the main thread.
 */
export function createGathering(
  accept: Accept,
): (scope: AcceptScope, batch: RecordBatch) => Promise<Settled> {
  const groups = new Map<number, Group>();
  const underWay = new Set<number>();
  let isLeaving = false;

  function leave(): void {
    isLeaving = false;
    for (const projectId of [...groups.keys()]) if (!underWay.has(projectId)) depart(projectId);
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
    underWay.add(projectId);
    const arrive = () => {
      underWay.delete(projectId);
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

  function gather(scope: AcceptScope, batch: RecordBatch, waiting: Waiting): void {
    const group = groups.get(scope.projectId);
    if (group !== undefined) {
      for (const record of batch.records) group.batch.records.push(record);
      if (batch.text === "escaped") group.batch.text = "escaped";
      group.waiting.push(waiting);
      return;
    }
    groups.set(scope.projectId, { scope, batch, waiting: [waiting] });
    if (!underWay.has(scope.projectId)) leaveSoon();
  }

  return (scope, batch) => {
    const waiting = groups.get(scope.projectId)?.batch.records.length ?? 0;
    const isSmall = batch.records.length <= REQUEST_MAX && waiting < GROUP_MAX;
    if (!isSmall || !isAlike(scope, batch)) return alone(accept, scope, batch);
    const count = batch.records.length;
    return new Promise((settle, broke) => gather(scope, batch, { count, settle, broke }));
  };
}

/**
 * Whether a request means the same in company: it leaves alone when a doubt about its bytes or its size would fall on others, or when
 * records without an id are to get one made of its sender.
 */
const isAlike = ({ strict, anonymousId }: AcceptScope, { text, sizeIsSound }: RecordBatch): boolean =>
  !strict && anonymousId === undefined && text !== "broken" && sizeIsSound;

async function alone(accept: Accept, scope: AcceptScope, batch: RecordBatch): Promise<Settled> {
  return accept(scope, batch);
}

function share({ waiting }: Group, receipt: Awaited<ReturnType<Accept>>): void {
  if (!receipt.ok) {
    for (const { settle } of waiting) settle(fail(receipt.failure));
    return;
  }
  const { refused } = receipt.value;
  let from = 0;
  let at = 0;
  for (const { count, settle } of waiting) {
    const own: RefusedRecord[] = [];
    for (let next = refused[at]; next !== undefined && next.index < from + count; next = refused[++at]) {
      own.push({ ...next, index: next.index - from });
    }
    settle(ok({ accepted: count - own.length, refused: own }));
    from += count;
  }
}
