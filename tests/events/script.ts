import {
  Catalog,
  type Change,
  type CommonValues,
  decodeChange,
  type EventStore,
  encodeChange,
  type Lineage,
  type NewEvent,
  Shredder,
  type Unplaced,
} from "../../src/events/index.ts";

export const PROJECT = 7;
const RECEIVED_MS = Date.UTC(2026, 0, 31, 12);

/** What ingestion and the journal do together: shred, declare, number, encode and decode again. */
export class Script {
  readonly catalog: Catalog;
  readonly changes: Record<"live" | "bulk", Change[]> = { live: [], bulk: [] };
  readonly #declared = { live: 0, bulk: 0 };
  position = 0;

  constructor(options: { columnsMax?: number } = {}) {
    this.catalog = new Catalog([], options);
  }

  add(lane: "live" | "bulk", change: Unplaced<Change>): Change {
    this.position += 1;
    const frame = encodeChange(change);
    const decoded = decodeChange(frame.kind, Buffer.concat(frame.body), this.position);
    if (!decoded.ok) throw new Error(decoded.failure.reason);
    this.changes[lane].push(decoded.value);
    return decoded.value;
  }

  rows(
    events: readonly NewEvent[],
    {
      lane = "live",
      receivedMs = RECEIVED_MS,
      lineage = { source: "import" },
      common,
    }: { lane?: "live" | "bulk"; receivedMs?: number; lineage?: Lineage; common?: CommonValues } = {},
  ): Change {
    const shredder = new Shredder(this.catalog);
    for (const event of events) shredder.add(event);
    const { rows, columns } = shredder.take();
    const declarations = this.catalog.since(this.#declared[lane]);
    this.#declared[lane] = this.catalog.last;
    if (declarations.length > 0) this.add(lane, { kind: "declare", declarations });
    const more = Object.keys(common ?? {}).map((name) => Number(name.slice(1)));
    const used = [...new Set([...columns, ...more])].sort((left, right) => left - right);
    return this.add(lane, { kind: "rows", receivedMs, lineage, rows, columns: used, common });
  }

  /** Applies what was not applied yet. */
  async apply(store: EventStore, lane: "live" | "bulk" = "live", projectId = PROJECT) {
    const applied = await store.apply(projectId, lane, this.changes[lane], this.position);
    if (!applied.ok) throw new Error(JSON.stringify(applied.failure));
    return applied.value;
  }
}

export const event = (name: string, over: Partial<NewEvent> = {}): NewEvent => ({
  event: name,
  timeMs: 1_700_000_000_000,
  distinctId: "ana",
  properties: {},
  ...over,
});
