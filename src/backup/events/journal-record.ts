import { text } from "node:stream/consumers";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import type { BackupSource } from "../types.ts";

export const POSITIONS = "positions.json";

const whole = Type.Integer({ minimum: 0 });
const DamagedRange = Type.Object({
  lane: Type.String(),
  segment: whole,
  file: Type.String(),
  offset: whole,
  bytes: whole,
  position: Type.Union([whole, Type.Null()]),
  after: whole,
  before: Type.Union([whole, Type.Null()]),
  frames: Type.Union([whole, Type.Null()]),
});

/** What the journal said of itself when it was saved. A restored one must say the same. */
const JournalRecord = Type.Object({
  version: Type.Literal(1),
  /** Every frame up to here, of both lanes, is in the files. */
  position: whole,
  lanes: Type.Record(Type.String(), whole),
  segments: whole,
  frames: whole,
  /** Of the frames, before compression. */
  bytes: whole,
  damaged: Type.Array(DamagedRange),
  missing: Type.Array(Type.Object({ lane: Type.String(), segment: whole })),
});
export type JournalRecord = Static<typeof JournalRecord>;
type DamagedRange = Static<typeof DamagedRange>;

export const writeRecord = (record: object): Buffer => Buffer.from(`${JSON.stringify(record, null, 1)}\n`);

/** Undefined where there is none, or one of a later version. */
export async function readJournalRecord(source: BackupSource): Promise<JournalRecord | undefined> {
  if (source.entries.every(({ name }) => name !== POSITIONS)) return undefined;
  const value: unknown = JSON.parse(await text(source.read(POSITIONS)));
  return Value.Check(JournalRecord, value) ? value : undefined;
}

/** Every fault as a phrase that names the file and the place in it. */
export const describeFaults = ({
  damaged,
  missing,
}: Pick<JournalRecord, "damaged" | "missing">): string[] => [
  ...new Set(damaged.map(describeDamage)),
  ...missing.map(({ lane, segment }) => `segment ${segment} of the lane ${lane} is missing`),
];

function describeDamage({ file, offset, bytes, position, after, frames }: DamagedRange): string {
  const where = bytes === 0 ? `at byte ${offset}` : `at byte ${offset} (${bytes} bytes)`;
  const from = position === null ? `after position ${after}` : `from position ${position} on`;
  const lost = frames === null || frames === 0 ? "" : `, ${frames} ${frames === 1 ? "frame" : "frames"} lost`;
  return `${file} is damaged ${where}, ${from}${lost}`;
}
