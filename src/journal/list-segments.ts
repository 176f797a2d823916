import { join } from "node:path";
import type { Log } from "../platform/log.ts";
import type { Files } from "./files.ts";
import { listBlocks } from "./read-blocks.ts";
import type { Segment } from "./segment.ts";
import { parseSegmentFile, type SegmentName, UNFINISHED } from "./segment-name.ts";
import { LANES, type Lane, type MissingSegment } from "./types.ts";

type Found = SegmentName & { file: string; bytes: number };
type Deps = { files: Files; folder: string; log: Pick<Log, "info" | "warn"> };

/** The segments of each lane by name, after half-finished work of an earlier run was cleared away. */
export async function listSegments(deps: Deps): Promise<Record<Lane, Segment[]>> {
  const found: Found[] = [];
  for (const { name: file, bytes } of await deps.files.list(deps.folder)) {
    const name = parseSegmentFile(file);
    if (name) found.push({ ...name, file, bytes });
    else if (file.endsWith(UNFINISHED)) await clearAway(deps, file, "half-finished file");
    else deps.log.warn({ file }, "journal: a file that is not ours lies in the folder");
  }
  const kept = await dropSecondForms(deps, found);
  const inLane = (lane: Lane): Segment[] =>
    kept
      .filter((name) => name.lane === lane)
      .sort((left, right) => left.number - right.number)
      .map(({ number, base, form, bytes }) => ({
        lane,
        number,
        base,
        form,
        closed: true,
        end: bytes,
        marks: [],
      }));
  const [live, bulk] = LANES;
  return { [live]: inLane(live), [bulk]: inLane(bulk) };
}

async function clearAway({ files, folder, log }: Deps, file: string, reason: string): Promise<void> {
  await files.remove(join(folder, file));
  log.info({ file, reason }, "journal: removed what an earlier run left behind");
}

/**
 * A segment may be there in both forms when a run ended between the two steps of compression. The compressed file was
 * synced and checked before it got its name and may be newer (a rewrite), so it wins; unless it has been damaged since.
 */
async function dropSecondForms(deps: Deps, found: Found[]): Promise<Found[]> {
  const kept = new Map<string, Found>();
  for (const name of found) {
    const key = `${name.lane}-${name.number}`;
    const other = kept.get(key);
    if (!other) {
      kept.set(key, name);
      continue;
    }
    const [raw, compressed] = name.form === "raw" ? [name, other] : [other, name];
    const isSound = await hasIndex(deps, compressed.file);
    await clearAway(deps, (isSound ? raw : compressed).file, "second form of a segment");
    kept.set(key, isSound ? compressed : raw);
  }
  return [...kept.values()];
}

async function hasIndex({ files, folder }: Deps, file: string): Promise<boolean> {
  const opened = await files.openForReading(join(folder, file));
  try {
    return (await listBlocks(opened)).indexSound;
  } finally {
    await opened.close();
  }
}

/** Numbers without a file between the oldest and the newest segment of a lane. Retention removes from the old end only. */
export function findMissing(segments: readonly Segment[]): MissingSegment[] {
  const missing: MissingSegment[] = [];
  segments.forEach((segment, index) => {
    const before = segments[index - 1];
    if (!before) return;
    for (let number = before.number + 1; number < segment.number; number += 1) {
      missing.push({ lane: segment.lane, segment: number });
    }
  });
  return missing;
}
