import type { Change, Lane, NewEvent, Settlement, StoredEvent } from "../../src/events/index.ts";

/** A change as the model sees it: events instead of the bytes they were shredded to. */
export type ModelChange = Change & { events?: readonly NewEvent[] };

type Row = {
  event: NewEvent;
  position: number;
  order: number;
  lane: Lane;
  receivedMs: number;
  lineage: Extract<Change, { kind: "rows" }>["lineage"];
  /** Null: it is never a copy. */
  key: string | null;
  content: string;
  /** Where it stands among its copies. */
  seen: number;
  pending: boolean;
};

type Counts = { stored: number; duplicates: number; replaced: number; codes: Record<string, number> };

const sorted = (value: Record<string, unknown>) => JSON.stringify(Object.entries(value).sort());

/** What the store must do, in the plainest way: it keeps every row and looks at all of them each time. */
export class Model {
  #rows: Row[] = [];
  readonly positions: Record<Lane, number> = {};
  readonly #generations = new Map<string, number>();
  readonly #erasures: { position: number; ids: Set<string> }[] = [];
  readonly #lines = new Map<string, Counts>();
  /** Every row that ever named a device and a user, taken back or not. */
  #claims: Row[] = [];
  retracted = 0;
  erased = 0;

  apply(lane: Lane, changes: readonly ModelChange[], upTo: number): void {
    for (const change of changes) {
      if (change.position <= (this.positions[lane] ?? 0) || change.position > upTo) continue;
      this.#applyOne(lane, change);
    }
    if (upTo > (this.positions[lane] ?? 0)) this.positions[lane] = upTo;
  }

  /** The rows that are seen, in the order of their places. */
  visible(): Row[] {
    const groups = Map.groupBy(
      this.#rows.filter(({ pending }) => !pending),
      ({ key, position, order }) => key ?? `${position} ${order}`,
    );
    return [...groups.values()].map(winner).sort(byPlace);
  }

  /** Whom each device belongs to: the first who claimed it. */
  links(): Record<string, string> {
    const links: Record<string, string> = {};
    for (const { event } of this.#claims.toSorted(byPlace)) {
      links[String(event.deviceId)] ??= event.distinctId;
    }
    return links;
  }

  settlement(): Settlement {
    const lines = [...this.#lines].map(([key, counts]) => ({ ...JSON.parse(key), ...counts }));
    return { lines, retracted: this.retracted, erased: this.erased };
  }

  #applyOne(lane: Lane, change: ModelChange): void {
    switch (change.kind) {
      case "declare":
      case "lookup_rows":
      case "lookup_replace":
        return;
      case "rows":
        for (const [order, event] of (change.events ?? []).entries()) this.#add(lane, change, event, order);
        return;
      case "tally": {
        const { codes } = this.#line(change.lineage, change.receivedMs);
        for (const [code, count] of Object.entries(change.counts)) codes[code] = (codes[code] ?? 0) + count;
        return;
      }
      case "retract":
        this.retracted += this.#remove(
          ({ lineage, event, position }) =>
            lineage.importId === change.importId &&
            event.rowKey !== undefined &&
            change.rowKeys.includes(event.rowKey) &&
            position < change.position,
        );
        return;
      case "commit":
        this.#commit(change);
        return;
      case "abandon":
        this.#remove(
          ({ pending, lineage }) =>
            pending && lineage.importId === change.importId && lineage.generation === change.generation,
        );
        return;
      case "erase": {
        const erasure = { position: change.position, ids: new Set(change.ids) };
        this.#erasures.push(erasure);
        this.erased += this.#remove((row) => meets(row, erasure));
        this.#claims = this.#claims.filter((row) => !meets(row, erasure));
        return;
      }
    }
  }

  #commit({ importId, generation, position }: Extract<Change, { kind: "commit" }>): void {
    if (generation <= (this.#generations.get(importId) ?? 0)) return;
    this.retracted += this.#remove(
      ({ lineage }) =>
        lineage.importId === importId &&
        (lineage.generation ?? 0) > 0 &&
        (lineage.generation ?? 0) < generation,
    );
    this.#generations.set(importId, generation);
    const isShown = ({ pending, lineage }: Row) =>
      pending && lineage.importId === importId && lineage.generation === generation;
    const shown = this.#rows.filter(isShown).sort(byPlace);
    this.#rows = this.#rows.filter((row) => !isShown(row));
    for (const row of shown) this.#arrive({ ...row, pending: false, seen: position });
  }

  #add(lane: Lane, change: Extract<Change, { kind: "rows" }>, event: NewEvent, order: number): void {
    const { position, receivedMs, lineage } = change;
    const { importId = "", generation = 0 } = lineage;
    const hasKey = event.insertId !== undefined && event.sentTimeMs !== null;
    const key = [event.event, event.distinctId, event.sentTimeMs ?? event.timeMs, event.insertId];
    const row: Row = {
      event,
      position,
      order,
      lane,
      receivedMs,
      lineage,
      key: hasKey ? JSON.stringify(key) : null,
      content: JSON.stringify([event.deviceId, event.userId, sorted(event.properties)]),
      seen: position,
      pending: generation !== 0 && generation !== this.#generations.get(importId),
    };
    if (this.#erasures.some((erasure) => meets(row, erasure))) {
      if (row.pending) return;
      this.#count(row, "stored");
      this.erased += 1;
    } else if (row.pending) this.#rows.push(row);
    else this.#arrive(row);
  }

  #arrive(row: Row): void {
    if (row.event.deviceId !== undefined && !row.event.distinctId.startsWith("$device:"))
      this.#claims.push(row);
    const copies = this.#rows.filter(({ key, pending }) => !pending && key !== null && key === row.key);
    copies.sort(byPlace);
    const before = copies.findLast((copy) => byPlace(copy, row) < 0);
    const after = copies.find((copy) => byPlace(copy, row) > 0);
    if (copies.length === 0) this.#count(row, "stored");
    else if (before?.content === row.content || after?.content === row.content)
      this.#count(row, "duplicates");
    else this.#count(row, "replaced");
    this.#rows.push(row);
  }

  /** Answers how many rows fewer are seen. */
  #remove(which: (row: Row) => boolean): number {
    const seen = this.visible().length;
    this.#rows = this.#rows.filter((row) => !which(row));
    return seen - this.visible().length;
  }

  #count({ lineage, receivedMs }: Row, verdict: "stored" | "duplicates" | "replaced"): void {
    this.#line(lineage, receivedMs)[verdict] += 1;
  }

  #line(lineage: Row["lineage"], receivedMs: number): Counts {
    const { source, importId = null, jobId = null, runId = null } = lineage;
    const day = new Date(receivedMs).toISOString().slice(0, 10);
    const key = JSON.stringify({ source, importId, jobId, runId, day });
    const line = this.#lines.get(key) ?? { stored: 0, duplicates: 0, replaced: 0, codes: {} };
    this.#lines.set(key, line);
    return line;
  }
}

const byPlace = (left: Row, right: Row) =>
  left.seen - right.seen || left.position - right.position || left.order - right.order;

/** The first row of the last run of equal ones. */
function winner(copies: Row[]): Row {
  copies.sort(byPlace);
  let at = copies.length - 1;
  while (at > 0 && copies[at - 1]?.content === copies[at]?.content) at -= 1;
  const row = copies[at];
  if (row === undefined) throw new Error("no copies");
  return row;
}

const meets = ({ event, position }: Row, erasure: { position: number; ids: Set<string> }): boolean =>
  position < erasure.position && [...erasure.ids].some((id) => event.distinctId === id);

/** Both sides in the same words. */
export const modelLines = (model: Model): string[] =>
  model
    .visible()
    .map(({ event, position, order, receivedMs, lineage }) =>
      line({ ...event, position, order, receivedMs, source: lineage.source }),
    )
    .sort();

export const storeLines = (events: readonly StoredEvent[]): string[] =>
  events.map((event) => line({ ...event, source: event.lineage.source })).sort();

function line(of: {
  event: string;
  timeMs: number;
  sentTimeMs?: number | null | undefined;
  distinctId: string;
  insertId?: string | null | undefined;
  rowKey?: string | null | undefined;
  deviceId?: string | null | undefined;
  properties: Record<string, unknown>;
  position: number;
  order: number;
  receivedMs: number;
  source: string;
}): string {
  const { position, order, event, timeMs, sentTimeMs, distinctId, insertId, rowKey, receivedMs, source } = of;
  return JSON.stringify([
    position,
    order,
    event,
    timeMs,
    sentTimeMs === timeMs ? null : (sentTimeMs ?? null),
    distinctId,
    insertId ?? null,
    rowKey ?? null,
    receivedMs,
    source,
    sorted(of.properties),
  ]);
}
