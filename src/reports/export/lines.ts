import type { StoredEvent } from "../../events/index.ts";
import type { OperandFailure } from "../expression/failure.ts";
import { exportLine } from "./line.ts";
import type { ExportQuestion } from "./question.ts";

/** So much text goes out at a time: enough that its handling costs nothing beside making it. */
const PIECE_CHARS = 65_536;

/** A filter met an operand of a wrong type in some event. A stream can say that only by failing. */
export class OperandMet extends Error {
  readonly failure: OperandFailure;
  constructor(failure: OperandFailure) {
    super("the filter met an operand that is neither true nor false");
    this.failure = failure;
  }
}

/** The lines of an export in pieces. It asks for the next events only when its reader has taken the last piece. */
export async function* exportLines(
  scan: AsyncIterable<StoredEvent[]>,
  { filter, limit, timeInMs }: Pick<ExportQuestion, "filter" | "limit" | "timeInMs">,
): AsyncGenerator<string, void> {
  let piece = "";
  let left = limit;
  for await (const events of scan) {
    await filter?.prepare?.(events);
    for (const event of events) {
      const kept = filter === undefined || filter.keeps(event);
      if (typeof kept !== "boolean") throw new OperandMet(kept);
      if (!kept) continue;
      piece += exportLine(event, timeInMs);
      left -= 1;
      if (piece.length >= PIECE_CHARS) {
        yield piece;
        piece = "";
      }
      if (left === 0) break;
    }
    if (left === 0) break;
  }
  if (piece !== "") yield piece;
}
