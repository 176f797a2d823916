import { parseLine } from "../archive/read-lines.ts";
import { type LineWriter, NEXT_BATCH } from "../origin.ts";
import type { People } from "./people.ts";
import type { RecordLines } from "./record-lines.ts";
import type { TakeRecord } from "./take-record.ts";
import type { Tally } from "./tally.ts";

const NEWLINE = 10;

export type LineTaking = {
  writer: LineWriter;
  tally: Tally;
  /** Undefined where nobody asks for persons. */
  people: People | undefined;
  /** For a line that is not plain. */
  takeRecord: TakeRecord;
  /** The next number of a line. */
  count(): number;
};

/**
 * Takes the lines of a page, from `start` on, until there is no more room in `into`. Answers where it stopped. The page is UTF-8.
 */
export function takeLines(page: Buffer, start: number, into: RecordLines, taking: LineTaking): number {
  const { writer, tally, people } = taking;
  let at = start;
  while (at < page.length && !into.isFull) {
    const isFirst = into.isEmpty;
    if (isFirst) writer.common.beginBatch();
    const next = writer.write(page, at, into.text, into.places, into.rows);
    if (next === NEXT_BATCH) {
      into.close();
      break;
    }
    if (next < 0) {
      at = takeOdd(page, at, into, taking);
      continue;
    }
    if (isFirst) into.common = writer.common.values();
    if (writer.userStart >= 0) people?.addText(page, writer);
    into.wrote(taking.count(), tally.exportedAt(writer.timeMs, writer.event), next - at);
    at = next;
  }
  return at;
}

/** Through the parser and the translation, and back to text: what becomes of it does not depend on the way it came. */
function takeOdd(
  page: Buffer,
  start: number,
  into: RecordLines,
  { takeRecord, count, writer }: LineTaking,
): number {
  const newline = page.indexOf(NEWLINE, start);
  const end = newline === -1 ? page.length : newline;
  const line = page.toString("utf8", start, end);
  if (line.trim() === "") return end + 1;
  const number = count();
  const taken = takeRecord(parseLine(line), number);
  if (taken === undefined) return end + 1;
  const { line: counted, event: record } = taken;
  const odd = { number, line: counted, bytes: end - start, record };
  if (into.isEmpty) writer.common.beginWithout();
  if (writer.common.takeOut(record.properties)) into.add(odd);
  else {
    into.hold(odd);
    writer.common.beginWithout();
  }
  return end + 1;
}
