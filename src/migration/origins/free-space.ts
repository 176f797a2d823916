import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { OriginError } from "../origin.ts";

/** Below it the journal's own room is at stake. */
const FREE_MIN_BYTES = 512 * 1024 * 1024;
const LOOK_EVERY_BYTES = 64 * 1024 * 1024;

export async function checkSpace(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize < FREE_MIN_BYTES)
    throw new OriginError("away", "there is too little room on the disk for the next part of the export");
}

/** The same pieces; looks at the disk while they come. */
export async function* whileThereIsSpace<Piece extends string | Buffer>(
  pieces: AsyncIterable<Piece>,
  path: string,
): AsyncGenerator<Piece> {
  let untilLook = LOOK_EVERY_BYTES;
  for await (const piece of pieces) {
    untilLook -= piece.length;
    if (untilLook < 0) {
      await checkSpace(path);
      untilLook = LOOK_EVERY_BYTES;
    }
    yield piece;
  }
}
