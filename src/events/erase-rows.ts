import type { ChangeOf } from "./change.ts";
import { decodeChange, encodeChange, FRAME_KINDS, isRowsKind } from "./change-codec.ts";

const NEWLINE = 10;

export type ErasedBody = {
  /** What the frame holds without these persons; null when nothing is left that could be read. */
  body: Buffer | null;
  /** Rows that were taken out. */
  rows: number;
};

/**
 * Takes persons out of a frame: their rows, and their ids where the frame says that they are to be erased. Undefined when it says
 * nothing of them. Places stay: a row is named by its frame and its place in it, and those behind must keep their names.
 */
export function erasePersons(kind: number, body: Buffer, ids: ReadonlySet<string>): ErasedBody | undefined {
  if (!isRowsKind(kind) && kind !== FRAME_KINDS.erase) return undefined;
  if (ids.size <= SEARCHED_MAX && !namesAny(body, ids)) return undefined;
  const change = decodeChange(kind, body, 0);
  // It was set aside when it was to be loaded, and nobody can tell what else is in it.
  if (!change.ok) return namesAny(body, ids) ? { body: null, rows: 0 } : undefined;
  if (change.value.kind === "erase") return eraseIds(change.value, ids);
  return change.value.kind === "rows" ? eraseFromRows(change.value, ids) : undefined;
}

/** A search for so many ids costs less than parsing every row. */
const SEARCHED_MAX = 20;

function eraseIds(change: ChangeOf<"erase">, ids: ReadonlySet<string>): ErasedBody | undefined {
  const all = Array.isArray(change.ids) ? change.ids : [];
  const others = all.filter((id) => !ids.has(id));
  if (others.length === all.length) return undefined;
  if (others.length === 0) return { body: null, rows: 0 };
  const { kind, until } = change;
  const { body } = encodeChange({ kind, ids: others, ...(until === undefined ? {} : { until }) });
  return { body: Buffer.concat(body), rows: 0 };
}

function eraseFromRows(change: ChangeOf<"rows">, ids: ReadonlySet<string>): ErasedBody | undefined {
  const { rows, erased: before = [] } = change;
  const gone = new Set(before);
  const kept: Buffer[] = [];
  let place = 0;
  for (let at = 0; at < rows.length; ) {
    while (gone.has(place)) place += 1;
    const newline = rows.indexOf(NEWLINE, at);
    const end = newline === -1 ? rows.length : newline + 1;
    const line = rows.subarray(at, end);
    if (isAbout(line, ids)) gone.add(place);
    else kept.push(line);
    place += 1;
    at = end;
  }
  if (gone.size === before.length) return undefined;
  const erased = [...gone].sort((left, right) => left - right);
  const { body } = encodeChange({ ...change, rows: Buffer.concat(kept), erased });
  return { body: Buffer.concat(body), rows: gone.size - before.length };
}

/** As the store matches them: by the distinct id the record itself says. A line that is no row is about whom it names. */
function isAbout(line: Buffer, ids: ReadonlySet<string>): boolean {
  try {
    const { d } = JSON.parse(line.toString()) as { d?: unknown };
    if (typeof d === "string") return ids.has(d);
  } catch {
    // Below.
  }
  return namesAny(line, ids);
}

/** Whether one of them stands there as a JSON text of its own. */
function namesAny(body: Buffer, ids: ReadonlySet<string>): boolean {
  for (const id of ids) if (body.includes(JSON.stringify(id.toWellFormed()))) return true;
  return false;
}
