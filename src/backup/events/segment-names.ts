import { filesIn } from "../entry-files.ts";

const SEGMENT = /^([a-z]+)-(\d{10})-\d{16}\.seg(\.zst)?$/;

export const isSegment = (name: string): boolean => SEGMENT.test(name);

/** Whether old segments have been removed: then a store that is made anew from the journal lacks what was in them. */
export async function isShortened(journalFolder: string): Promise<boolean> {
  const oldest = new Map<string, number>();
  for (const name of (await filesIn(journalFolder)) ?? []) {
    const [, lane, number] = SEGMENT.exec(name) ?? [];
    if (lane === undefined) continue;
    oldest.set(lane, Math.min(oldest.get(lane) ?? Number.POSITIVE_INFINITY, Number(number)));
  }
  return [...oldest.values()].some((number) => number > 1);
}
