import { parseJson } from "../../../platform/parse-json.ts";
import type { EventRecord } from "../../origin.ts";
import type { Slice, TallyLine } from "../../types.ts";
import type { LoadedSlice, Turning } from "../loaded-slice.ts";
import { addTo } from "../people.ts";
import type { Sender } from "../sender.ts";
import type { Tally } from "../tally.ts";
import { causeOf, type LineThread } from "./line-thread.ts";
import type { CountedUnder, LinesPart, RecordsPart } from "./messages.ts";

type PartsToLoad = {
  slice: Slice;
  path: string;
  thread: LineThread;
  /** The slice behind it, once that is here. */
  next?(): { slice: Slice; path: string } | undefined;
  sender: Sender;
  tally: Tally;
};

/** Sends what a thread makes of a slice. */
export async function loadParts(given: PartsToLoad, { signal, turn }: Turning): Promise<LoadedSlice> {
  const { slice, path, thread, sender, tally } = given;
  const loaded: LoadedSlice = { tally, people: { settled: [], open: [] }, position: 0, duplicates: 0 };
  try {
    for await (const part of thread.read(slice, path, signal)) {
      const lines = tally.add(part.tally);
      if (part.kind === "lines") await sendLines(part, lines, given);
      else if (part.kind === "records") await sendRecords(part, lines, given);
      else if (part.kind === "people") {
        addTo(loaded.people, part.people);
        await thread.arrived(part);
      } else if (part.kind === "end") {
        if (part.broke !== undefined) throw causeOf(part.broke);
        const next = given.next?.();
        if (next !== undefined) thread.begin(next.slice, next.path);
      }
      await turn(tally);
    }
    await sender.end();
  } catch (broke) {
    await sender.abandon();
    loaded.broke = broke;
  }
  return { ...loaded, position: sender.position };
}

function sendLines(part: LinesPart, lines: TallyLine[], { thread, sender }: PartsToLoad): Promise<void> {
  return sender.sendText({
    text: thread.linesOf(part),
    numbers: part.numbers,
    lines: linesBy(part, lines),
    arrived: () => thread.arrived(part),
  });
}

async function sendRecords(
  part: RecordsPart,
  lines: TallyLine[],
  { thread, sender }: PartsToLoad,
): Promise<void> {
  const { events, numbers, text, isShort } = part;
  const under = linesBy(part, lines);
  for (const [index, event] of events.entries()) {
    const again = () => parseJson(event) as EventRecord;
    const counted = { number: numbers[index] as number, line: under[index] as TallyLine };
    await sender.take({ ...counted, event: again(), again, text, isShort });
  }
  await thread.arrived(part);
}

const linesBy = ({ tallyLines }: CountedUnder, lines: readonly TallyLine[]): TallyLine[] =>
  Array.from(tallyLines, (place) => lines[place] as TallyLine);
