import { BEFORE_FIRST, type Journal } from "../../src/journal/index.ts";
import { makeBody } from "./bodies.ts";
import { EVENTS_PER_BODY, openForBench, round, timed, withFolder } from "./measure.ts";

export type ReadRow = { what: string; megabytesPerSecond: number; eventsPerSecond: number; note: string };

const BODIES = 400;

export async function benchRead(): Promise<ReadRow[]> {
  return withFolder(async (folder) => {
    const bodies = Array.from({ length: 20 }, (_, seed) => makeBody(EVENTS_PER_BODY, seed));
    const writing = await openForBench(folder, { compress: false });
    for (let index = 0; index < BODIES; index += 1) {
      await writing.append("live", [
        { kind: 1, project: index % 10, body: bodies[index % bodies.length] ?? [] },
      ]);
    }
    const rows = [await readAll(writing, "read, uncompressed"), await readOneProject(writing)];
    const rawBytes = diskBytes(writing);
    await writing.close();

    const compressing = await openForBench(folder);
    const seconds = await timed(() => compressing.upkeepIdle());
    const times = round(rawBytes / diskBytes(compressing), 1);
    const perEvent = Math.round(diskBytes(compressing) / (BODIES * EVENTS_PER_BODY));
    rows.push(
      toRow(
        "compress and read back",
        rawBytes,
        seconds,
        `${times} times smaller, ${perEvent} bytes per event`,
      ),
    );
    rows.push(await readAll(compressing, "read, compressed"));
    const verifySeconds = await timed(async () => {
      await compressing.verify();
    });
    rows.push(toRow("verify, compressed", rawBytes, verifySeconds, ""));
    await compressing.close();
    return rows;
  });
}

const diskBytes = (journal: Journal): number => journal.stats().lanes.live.diskBytes;

const toRow = (what: string, bytes: number, seconds: number, note: string): ReadRow => ({
  what,
  megabytesPerSecond: round(bytes / 1e6 / seconds, 1),
  eventsPerSecond: Math.round((BODIES * EVENTS_PER_BODY) / seconds),
  note,
});

async function readAll(journal: Journal, what: string): Promise<ReadRow> {
  let bytes = 0;
  const seconds = await timed(async () => {
    for await (const frame of journal.read({ after: BEFORE_FIRST })) bytes += frame.body.length;
  });
  return toRow(what, bytes, seconds, "every body checked");
}

async function readOneProject(journal: Journal): Promise<ReadRow> {
  const seconds = await timed(async () => {
    for await (const _ of journal.read({ after: BEFORE_FIRST, project: 3 }));
  });
  return toRow("read one project of ten", diskBytes(journal), seconds, "bytes of all projects");
}
