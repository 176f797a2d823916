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
 * Accepts the small requests that arrive in one turn of the event loop as one batch for each project. Most requests bring a single
 * event, and a batch costs the journal, the loader and the store about as much as an event: alone, each took 110 µs of the main
 * thread. Nobody waits for company: the group leaves as soon as what has arrived is read.
 */
export function createGathering(
  accept: Accept,
): (scope: AcceptScope, batch: RecordBatch) => Promise<Settled> {
  let groups = new Map<number, Group>();

  function leave(): void {
    const leaving = groups;
    groups = new Map();
    for (const group of leaving.values()) {
      accept(group.scope, group.batch).then(
        (receipt) => share(group, receipt),
        (cause: unknown) => {
          for (const { broke } of group.waiting) broke(cause);
        },
      );
    }
  }

  return (scope, batch) => {
    const group = groups.get(scope.projectId);
    const isSmall = batch.records.length <= REQUEST_MAX && isAlike(scope, batch);
    if (!isSmall || (group !== undefined && group.batch.records.length >= GROUP_MAX))
      return alone(accept, scope, batch);
    return new Promise((settle, broke) => {
      const waiting = { count: batch.records.length, settle, broke };
      if (group === undefined) {
        if (groups.size === 0) setImmediate(leave);
        groups.set(scope.projectId, { scope, batch, waiting: [waiting] });
        return;
      }
      for (const record of batch.records) group.batch.records.push(record);
      if (batch.text === "escaped") group.batch.text = "escaped";
      group.waiting.push(waiting);
    });
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
