import { readHead, type ShortHead } from "./read-head.ts";

/** Longer heads are read each time, and so are those with `_`, a stamp that is never the same: what is remembered stays below half a megabyte. */
const REMEMBERED_MAX_CHARACTERS = 1024;
const HEADS_MAX = 500;

/**
 * Heads by their text. A client sends the same one again and again, save for the length of the body: finding a head takes a tenth of
 * reading it.
 */
export function createKnownHeads(): (text: string) => ShortHead | undefined {
  const known = new Map<string, ShortHead | undefined>();
  return (text) => {
    const head = known.get(text);
    if (head !== undefined) return head;
    const read = readHead(text);
    if (read !== undefined && text.length <= REMEMBERED_MAX_CHARACTERS && read.query._ === undefined) {
      if (known.size >= HEADS_MAX) known.clear();
      known.set(text, read);
    }
    return read;
  };
}
