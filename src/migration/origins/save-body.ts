import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { OutboundError } from "../../platform/outbound/index.ts";
import { type Got, OriginError } from "../origin.ts";
import { whileThereIsSpace } from "./free-space.ts";
import { toOriginError } from "./get.ts";

/** A body to a file, whole or not at all. */
export async function saveBody(got: Got, path: string, signal: AbortSignal): Promise<void> {
  const announced = Number(got.headers["content-length"] ?? Number.NaN);
  let bytes = 0;
  async function* counted() {
    for await (const piece of whileThereIsSpace(got.body, path)) {
      bytes += piece.length;
      yield piece;
    }
  }
  try {
    await pipeline(Readable.from(counted()), createWriteStream(path), { signal });
  } catch (cause) {
    await rm(path, { force: true });
    if (signal.aborted || isDiskFull(cause) || cause instanceof OriginError) throw cause;
    if (cause instanceof OutboundError && cause.code === "too_large") throw toOriginError(cause);
    throw new OriginError("damaged", `the connection broke off after ${bytes} bytes`, { cause });
  }
  if (Number.isFinite(announced) && bytes !== announced) {
    await rm(path, { force: true });
    throw new OriginError("damaged", `${bytes} of ${announced} bytes came`);
  }
}

const isDiskFull = (cause: unknown): boolean => (cause as NodeJS.ErrnoException).code === "ENOSPC";
