import { text } from "node:stream/consumers";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import type { BackupSource } from "../types.ts";
import { POSITIONS } from "./journal-record.ts";

const whole = Type.Integer({ minimum: 0 });
const ProjectRecord = Type.Object({
  project: whole,
  /** How far each lane of the journal is in its file. */
  lanes: Type.Record(Type.String(), whole),
  events: whole,
});
export type ProjectRecord = Static<typeof ProjectRecord>;

/** What each project's file held when it was saved, and which were left out. */
const StoreRecord = Type.Object({
  version: Type.Literal(1),
  projects: Type.Array(ProjectRecord),
  damaged: Type.Array(Type.Object({ project: whole, reason: Type.String() })),
});
export type StoreRecord = Static<typeof StoreRecord>;

/** Undefined where there is none, or one of a later version. */
export async function readStoreRecord(source: BackupSource): Promise<StoreRecord | undefined> {
  if (source.entries.every(({ name }) => name !== POSITIONS)) return undefined;
  const value: unknown = JSON.parse(await text(source.read(POSITIONS)));
  return Value.Check(StoreRecord, value) ? value : undefined;
}
