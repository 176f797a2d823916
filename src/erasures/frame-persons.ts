import { erasePersons } from "../events/index.ts";
import type { FrameEraser } from "./deps.ts";

/** What is left of a frame without these persons; undefined when it says nothing of them. */
export type FrameWithout = { body: Buffer | null; rows: number; updates: number };

export function withoutPersons(
  kind: number,
  body: Buffer,
  ids: ReadonlySet<string>,
  eraseUpdates: FrameEraser,
): FrameWithout | undefined {
  const events = erasePersons(kind, body, ids);
  if (events) return { ...events, updates: 0 };
  const updates = eraseUpdates(kind, body, ids);
  return updates && { body: updates.body, rows: 0, updates: updates.count };
}
