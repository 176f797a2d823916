import { fail, ok, type Result } from "../platform/result.ts";
import { createBlockWriter, proveBlocks } from "./block-writer.ts";
import { toDamagedRange } from "./damage.ts";
import { removeIfThere } from "./files.ts";
import { encodeFrame, FLAG_ERASED, FRAME_HEADER_BYTES, SEAL_KIND } from "./frame.ts";
import { readCreatedMs } from "./read-created.ts";
import { readSegment, type SegmentReading } from "./read-segment.ts";
import type { ScannedFrame } from "./scan.ts";
import type { LaneLog, Segment } from "./segment.ts";
import { segmentPath } from "./segment.ts";
import { encodeSegmentHeader } from "./segment-header.ts";
import { UNFINISHED } from "./segment-name.ts";
import type { DamagedRange, Frame, Reach } from "./types.ts";

/** What happens to one frame: it stays, loses its body, or gets another one. Its position stays in every case. */
export type Decision = "keep" | "drop" | { body: Uint8Array };
export type Decide = (frame: Frame) => Decision | Promise<Decision>;

export type Recast = { kept: number; dropped: number; replaced: number };
export type RecastFailure = { code: "segment_damaged"; damaged: DamagedRange[] };

export type RecastDeps = SegmentReading & {
  reach: Reach;
  level: number;
  blockBytes: number;
  /** Work in the background stops at the next chunk when the journal closes. */
  signal: AbortSignal;
};

/**
 * Writes a closed segment anew in compressed form and puts it in the place of the old file. Plain compression keeps
 * every frame; a rewrite decides about each. The new file is synced and read back before it gets its name; until then
 * the old one is untouched, from then on the new one counts.
 */
export async function recastSegment(
  deps: RecastDeps,
  log: LaneLog,
  segment: Segment,
  options: { decide?: Decide; discardDamaged?: boolean } = {},
): Promise<Result<Recast, RecastFailure>> {
  const target = segmentPath(deps.folder, { ...segment, form: "compressed" });
  const unfinished = `${target}${UNFINISHED}`;
  try {
    const written = await writeAnew(deps, log, segment, unfinished, options);
    if (!written.ok) {
      await removeIfThere(deps.files, unfinished);
      return written;
    }
    await deps.reach("compression-written");
    await putInPlace(deps, segment, { unfinished, target, bytes: written.value.bytes });
    return ok(written.value.recast);
  } catch (error) {
    await removeIfThere(deps.files, unfinished);
    throw error;
  }
}

async function putInPlace(
  { files, folder, reach }: RecastDeps,
  segment: Segment,
  { unfinished, target, bytes }: { unfinished: string; target: string; bytes: number },
): Promise<void> {
  const old = segmentPath(folder, segment);
  await files.rename(unfinished, target);
  Object.assign(segment, { form: "compressed", end: bytes, marks: [] });
  await files.syncFolder(folder);
  await reach("compression-renamed");
  if (old === target) return;
  await files.remove(old);
  await files.syncFolder(folder);
}

async function writeAnew(
  deps: RecastDeps,
  log: LaneLog,
  segment: Segment,
  path: string,
  { decide, discardDamaged = false }: { decide?: Decide; discardDamaged?: boolean },
): Promise<Result<{ recast: Recast; bytes: number }, RecastFailure>> {
  const createdMs = await readCreatedMs(deps, log, segment);
  await removeIfThere(deps.files, path);
  const file = await deps.files.create(path);
  try {
    const writer = createBlockWriter(file, deps);
    const recast: Recast = { kept: 0, dropped: 0, replaced: 0 };
    const damaged: DamagedRange[] = [];
    writer.addHeader(encodeSegmentHeader({ ...segment, createdMs }));
    for await (const chunk of readSegment(deps, log, segment, { after: 0, checkBody: () => true })) {
      deps.signal.throwIfAborted();
      damaged.push(...chunk.gaps.map((gap) => toDamagedRange(segment, chunk.form, gap)));
      if (damaged.length > 0 && !discardDamaged) return fail({ code: "segment_damaged", damaged });
      for (const frame of chunk.frames)
        await writer.addFrame(frame.header, await applyDecision(frame, segment, decide, recast));
    }
    const { bytes, blocks } = await writer.finish();
    await file.datasync();
    await proveBlocks(file, deps.codec, blocks);
    return ok({ recast, bytes });
  } finally {
    await file.close();
  }
}

async function applyDecision(
  { header, bytes }: ScannedFrame,
  { lane }: Segment,
  decide: Decide | undefined,
  recast: Recast,
): Promise<Uint8Array> {
  if (header.kind === SEAL_KIND || (header.flags & FLAG_ERASED) !== 0) return bytes;
  const { position, kind, project, timeMs } = header;
  const body = bytes.subarray(FRAME_HEADER_BYTES);
  const decision = decide ? await decide({ lane, position, kind, project, timeMs, body }) : "keep";
  if (decision === "keep") {
    recast.kept += 1;
    return bytes;
  }
  if (decision === "drop") {
    recast.dropped += 1;
    return encodeFrame({ ...header, flags: header.flags | FLAG_ERASED }, Buffer.alloc(0));
  }
  recast.replaced += 1;
  return encodeFrame(header, decision.body);
}
