import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";

/** A list that is sent item by item: it is never as a whole in memory as JSON, and others get their turn in between. */
export class AnswerItems<Item> {
  /** Each time from the beginning. */
  readonly items: Iterable<Item>;
  constructor(items: Iterable<Item>) {
    this.items = items;
  }
}

const PIECE_CHARACTERS = 65_536;

export const streamItems = ({ items }: AnswerItems<unknown>): Readable =>
  Readable.from(pieces(items), { objectMode: false });

/** The usual envelope, with the items as `results`. */
async function* pieces(items: Iterable<unknown>): AsyncGenerator<string> {
  let text = '{"status":"ok","results":[';
  let comma = "";
  for (const item of items) {
    text += comma + JSON.stringify(item);
    comma = ",";
    if (text.length < PIECE_CHARACTERS) continue;
    yield text;
    text = "";
    await nextTurn();
  }
  yield `${text}]}`;
}
