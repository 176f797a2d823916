import { fail, ok, type Result } from "../platform/result.ts";
import { type Files, isDiskFull, type OpenFile, removeIfThere, writeAll } from "./files.ts";
import { encodeSeal, FRAME_HEADER_BYTES } from "./frame.ts";
import type { Tail } from "./recover-tail.ts";
import { type Segment, segmentPath } from "./segment.ts";
import { UNFINISHED } from "./segment-name.ts";
import type { DiskFull } from "./segment-writer.ts";
import type { Reach } from "./types.ts";

type Deps = { files: Files; folder: string; reach: Reach; nowMs: number };

/**
 * Closes the segment that a crash left open: its good part and a seal are copied to a new file, which takes its place.
 * A copy and not a cut, because a process that died of a failed sync leaves pages that can be read, were never written
 * to the disk and are no longer marked for it. Syncing the same file again would promise what the disk does not hold.
 */
export async function finishTail(deps: Deps, segment: Segment, tail: Tail): Promise<Result<void, DiskFull>> {
  const path = segmentPath(deps.folder, segment);
  const copy = `${path}${UNFINISHED}`;
  try {
    await removeIfThere(deps.files, copy);
    const bytes = await writeCopy(deps, path, copy, tail);
    await deps.reach("recovery-copied");
    await deps.files.rename(copy, path);
    await deps.files.syncFolder(deps.folder);
    segment.end = bytes;
    segment.closed = true;
    return ok(undefined);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    await removeIfThere(deps.files, copy);
    return fail("disk_full");
  }
}

/**
 * Writes the seal of a closed segment once more and syncs it: the same doubt as above, about its last bytes only (the
 * frames before them were synced before the seal was written).
 */
export async function writeSealAgain(deps: Pick<Deps, "files" | "folder">, segment: Segment): Promise<void> {
  const file = await deps.files.openForWriting(segmentPath(deps.folder, segment));
  try {
    const seal = Buffer.alloc(FRAME_HEADER_BYTES);
    const offset = segment.end - seal.length;
    await file.read(seal, offset);
    await writeAll(file, [seal], offset);
    await file.datasync();
  } catch (error) {
    if (!isDiskFull(error)) throw error; // a file system that copies on write may have no room; the seal is still there
  } finally {
    await file.close();
  }
}

async function writeCopy(deps: Deps, path: string, copy: string, tail: Tail): Promise<number> {
  const source = await deps.files.openForReading(path);
  try {
    const target = await deps.files.create(copy);
    try {
      await copyBytes(source, target, tail.end);
      const { frames, lastPosition: position, end: synced } = tail;
      const seal = encodeSeal({ position, frames, synced, timeMs: deps.nowMs });
      await writeAll(target, [seal], tail.end);
      await target.datasync();
      return tail.end + seal.length;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

const COPY_BYTES = 4 * 1024 * 1024;

async function copyBytes(source: OpenFile, target: OpenFile, bytes: number): Promise<void> {
  for (let offset = 0; offset < bytes; offset += COPY_BYTES) {
    const buffer = Buffer.allocUnsafe(Math.min(COPY_BYTES, bytes - offset));
    const got = await source.read(buffer, offset);
    if (got < buffer.length) throw new Error("a segment became shorter while it was copied");
    await writeAll(target, [buffer], offset);
  }
}
