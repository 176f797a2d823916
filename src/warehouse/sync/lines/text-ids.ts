import { hash } from "node:crypto";
import type { Family, TextRows } from "../../connector.ts";
import { wordAt } from "../digest-rows.ts";
import type { EventPlan } from "../event-plan.ts";
import { KEY_LENGTH } from "../row-ids.ts";
import type { LineBuffer } from "./line-buffer.ts";

const BLANK = 32;
const COLON = 58;
const TILDE = 126;
const BACKSLASH = 92;
const LANES = 4;
const LANE_HEX = 8;
const HEX = Buffer.from("0123456789abcdef");
/** A key's text is its cell's, in these. */
const PLAIN_KEYS: ReadonlySet<Family> = new Set(["integer", "text", "date", "time", "decimal"]);

/** Writes what a row is known by, as `idsOf` makes it, into its line, and answers its insert id. Undefined: its key is not plain. */
export type WriteIds = (to: LineBuffer, rows: TextRows, nth: number) => string | undefined;

export function idsWriter(importId: number, { key, columns }: EventPlan): WriteIds {
  const isPlain = key.every((at) => PLAIN_KEYS.has(columns[at]?.family ?? "unsupported"));
  const begin = String(importId);
  return (to, rows, nth) => {
    const keyed = key.length === 0 ? undefined : keyText(rows, key, begin);
    if (!isPlain || keyed === null) return undefined;
    const start = to.end;
    writeDigest(to, rows, columns.length);
    const suffix = nth === 0 ? "" : `.${nth}`;
    const text = keyed ?? `${begin} ${to.bytes.toString("latin1", start, to.end)}${suffix}`;
    const insertId = hash("sha256", text, "hex");
    if (keyed !== undefined) {
      to.bytes[to.end++] = COLON;
      for (let at = 0; at < KEY_LENGTH; at += 1) to.bytes[to.end++] = insertId.charCodeAt(at);
    }
    if (nth > 0) to.text(suffix);
    return insertId;
  };
}

/** With the length before each value, as `idsOf` has it. Null: a value is NULL, or more than ASCII. */
function keyText({ bytes, starts, ends }: TextRows, key: readonly number[], begin: string): string | null {
  let text = begin;
  for (const column of key) {
    const start = starts[column] as number;
    const end = ends[column] as number;
    if (start < 0) return null;
    for (let at = start; at < end; at += 1) {
      const code = bytes[at] as number;
      if (code < BLANK || code > TILDE || code === BACKSLASH) return null;
    }
    text += ` ${end - start}:${bytes.toString("latin1", start, end)}`;
  }
  return text;
}

/** The four lanes stand behind the columns, in decimal. */
function writeDigest(to: LineBuffer, rows: TextRows, first: number): void {
  const target = to.bytes;
  for (let lane = first; lane < first + LANES; lane += 1) {
    let rest = wordAt(rows, lane);
    for (let at = to.end + LANE_HEX - 1; at >= to.end; at -= 1) {
      target[at] = HEX[rest & 15] as number;
      rest >>>= 4;
    }
    to.end += LANE_HEX;
  }
}
