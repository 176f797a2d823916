import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "../../../platform/clock.ts";
import { stepBack } from "../../../platform/step-back.ts";
import { OriginError } from "../../origin.ts";
import { createOrigins } from "../../origins/registry.ts";
import { RowWriter } from "../../text/row-writer.ts";
import { type Gathered, People } from "../people.ts";
import type { BatchRoom } from "../record-lines.ts";
import { Tally } from "../tally.ts";
import type { EndPart, PeoplePart, SliceWish, ThreadStart, ToldColumns, ToThread } from "./messages.ts";
import { type Reading, readSlice, type Way } from "./read-slice.ts";

// The thread itself: see `LineThread`, which starts it.

// What is read has to be loaded, which takes longer: side by side on equal terms the loader falls behind, and in the end works alone.
stepBack();

/** One that is written, one that waits, one on its way to the disk. */
const ROOMS = 3;

const { tool, context } = workerData as ThreadStart;
const nowhere = { amplitudeUrl: undefined, mixpanelUrl: undefined };
const origin = createOrigins({ ...nowhere, clock: systemClock }).find(tool);
const writer = origin?.writer?.(context)?.();
const port = parentPort;
if (origin === undefined || writer === undefined || port === null)
  throw new Error(`no thread can read lines of ${tool}`);

const reading: Reading = { origin, context, writer, tally: new Tally(), namesTold: 0, rows: undefined };
const free: (BatchRoom | undefined)[] = Array.from({ length: ROOMS }, () => undefined);
let waiting: ((room: BatchRoom | undefined) => void) | undefined;

const way: Way = {
  give(part) {
    const { numbers, tallyLines } = part;
    const room = part.kind === "lines" ? [part.room.text.buffer, part.room.places.buffer] : [];
    port.postMessage(part, [numbers.buffer, tallyLines.buffer, ...room]);
  },
  tell: (part) => port.postMessage(part),
  room: () =>
    free.length > 0
      ? Promise.resolve(free.pop())
      : new Promise((resolve) => {
          waiting = resolve;
        }),
  keep(room) {
    free.push(room);
  },
};

function arrived(room: BatchRoom | undefined): void {
  const next = waiting;
  waiting = undefined;
  if (next === undefined) free.push(room);
  else next(room);
}

async function read({ slice, path }: SliceWish): Promise<EndPart> {
  const people = new People(writer?.readUser);
  let broke: EndPart["broke"];
  try {
    await readSlice(reading, { slice, path, people }, way);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    broke = { message, ...(cause instanceof OriginError ? { code: cause.code } : {}) };
  }
  for (const page of people.pages()) await tellPeople(page);
  return { kind: "end", tally: reading.tally.take(), broke };
}

/** No more of them on their way than batches would be. */
async function tellPeople(people: Gathered): Promise<void> {
  const room = await way.room();
  const part: PeoplePart = { kind: "people", people, room, tally: reading.tally.take() };
  port?.postMessage(part, room === undefined ? [] : [room.text.buffer, room.places.buffer]);
}

/** A batch that is being written goes on with what it began with. */
function hear({ version, known }: ToldColumns): void {
  reading.rows = known && { version, writer: new RowWriter(known, reading.writer.names) };
}

port.on("message", (message: ToThread) => {
  if (message.columns !== undefined) hear(message.columns);
  if (message.kind === "leave") process.exit();
  if (message.kind === "slice") void read(message).then((end) => port.postMessage(end));
  else {
    const { room } = message;
    arrived(room && { text: Buffer.from(room.text.buffer), places: room.places });
  }
});
