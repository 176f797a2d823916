import { hash } from "node:crypto";
import type { Cell } from "../connector.ts";
import type { EventPlan } from "./event-plan.ts";
import { toHex } from "./select.ts";

/**
 * How a row is known. `rowKey` is the digest of its content, the beginning of its key's hash, and which one of several equal rows it
 * is: `<32 hex>[:<16 hex>][.<n>]`. It names one version of a row, so that taking it back can never meet a newer one.
 */
export type RowIds = { rowKey: string; insertId: string; digest: string; keyHash: string };

const ID_LENGTH = 32;
export const KEY_LENGTH = 16;

/** The four lanes stand behind the columns. */
export const digestOf = (row: readonly Cell[], columns: number): string =>
  toHex(Number(row[columns]), Number(row[columns + 1]), Number(row[columns + 2]), Number(row[columns + 3]));

/** `nth`: 0 for the first of equal rows. */
export function idsOf(
  importId: number,
  plan: EventPlan,
  row: readonly Cell[],
  digest: string,
  nth: number,
): RowIds {
  const suffix = nth === 0 ? "" : `.${nth}`;
  if (plan.key.length === 0) {
    const insertId = hash("sha256", `${importId} ${digest}${suffix}`, "hex").slice(0, ID_LENGTH);
    return { rowKey: digest + suffix, insertId, digest, keyHash: "" };
  }
  const insertId = hash("sha256", keyText(importId, plan.key, row), "hex").slice(0, ID_LENGTH);
  const keyHash = insertId.slice(0, KEY_LENGTH);
  return { rowKey: `${digest}:${keyHash}${suffix}`, insertId, digest, keyHash };
}

/** With the length before each value: ("ab", "c") and ("a", "bc") are two keys. */
function keyText(importId: number, key: readonly number[], row: readonly Cell[]): string {
  let text = String(importId);
  for (const at of key) {
    const value = String(row[at]);
    text += ` ${value.length}:${value}`;
  }
  return text;
}

export const digestOfKey = (rowKey: string): string => rowKey.slice(0, ID_LENGTH);
export const keyHashOf = (rowKey: string): string =>
  rowKey[ID_LENGTH] === ":" ? rowKey.slice(ID_LENGTH + 1, ID_LENGTH + 1 + KEY_LENGTH) : "";

/** Counts equal rows as they are read, those alone that are known to repeat. */
export class Ordinals {
  readonly #repeated: ReadonlyMap<string, number>;
  readonly #seen = new Map<string, number>();
  constructor(repeated: ReadonlyMap<string, number>) {
    this.#repeated = repeated;
  }

  /** Tables with a key have none, and looking texts up is not free. */
  get isEmpty(): boolean {
    return this.#repeated.size === 0;
  }

  repeats(digest: string): boolean {
    return this.#repeated.has(digest);
  }

  next(digest: string): number {
    if (this.isEmpty || !this.#repeated.has(digest)) return 0;
    const nth = this.#seen.get(digest) ?? 0;
    this.#seen.set(digest, nth + 1);
    return nth;
  }
}
