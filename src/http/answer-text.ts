import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";

/** A file to be saved, sent piece by piece instead of a JSON answer. */
export class AnswerText {
  readonly contentType: string;
  readonly fileName: string;
  readonly pieces: Iterable<string>;
  constructor(file: { contentType: string; fileName: string; pieces: Iterable<string> }) {
    this.contentType = file.contentType;
    this.fileName = file.fileName;
    this.pieces = file.pieces;
  }
}

const PIECE_CHARACTERS = 65_536;

export const streamText = ({ pieces }: AnswerText): Readable =>
  Readable.from(gather(pieces), { objectMode: false });

/** Others get their turn in between. */
async function* gather(pieces: Iterable<string>): AsyncGenerator<string> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < PIECE_CHARACTERS) continue;
    yield text;
    text = "";
    await nextTurn();
  }
  yield text;
}
