import type { Readable } from "node:stream";
import type { BodyAccount } from "./body-budget.ts";
import { HttpFailure } from "./http-failure.ts";

/** A body of which nothing arrives for so long is refused, and its memory is free. */
export const BODY_IDLE_MS = 20_000;

export type Receiving = {
  bytesMax: number;
  account: BodyAccount;
  /** From `Content-Length`, where there is one. */
  announcedBytes: number | undefined;
  idleMs?: number;
};

/**
 * Hands the bytes of a body over as they arrive, and ends with the last one. Rejects with a refusal when the body is too large, breaks
 * off, stops arriving, or when bodies hold too much memory. What is still to come is then left to the sender of the refusal.
 */
export function receiveBody(
  body: Readable,
  { bytesMax, account, announcedBytes = 0, idleMs = BODY_IDLE_MS }: Receiving,
  take: (chunk: Buffer) => void,
): Promise<void> {
  if (announcedBytes > bytesMax) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const stop = () => {
      clearTimeout(timer);
      body.off("data", receive).off("end", end).off("error", breakOff).off("close", breakOff);
    };
    const fail = (failure: unknown) => {
      stop();
      reject(failure);
    };
    const receive = (chunk: Buffer) => {
      timer.refresh();
      bytes += chunk.length;
      if (bytes > bytesMax) return fail(tooLarge());
      const full = account.add(chunk.length);
      if (full !== undefined) return fail(busy(full));
      take(chunk);
    };
    const end = () => {
      stop();
      resolve();
    };
    const breakOff = () => fail(brokenOff());
    // A body that we do not read ourselves, as the disk is slow, is not idle.
    const timer = setTimeout(() => (body.isPaused() ? timer.refresh() : fail(stalled(idleMs))), idleMs);
    body.on("data", receive).once("end", end).once("error", breakOff).once("close", breakOff);
  });
}

/** A whole body in memory: at most twice as much as has arrived, however small the pieces are. */
export async function receiveBuffer(body: Readable, receiving: Receiving): Promise<Buffer> {
  let buffer: Buffer | undefined;
  let length = 0;
  await receiveBody(body, receiving, (chunk) => {
    if (buffer === undefined) buffer = chunk;
    else {
      const needed = length + chunk.length;
      if (needed > buffer.length) buffer = grow(buffer, length, needed, receiving.announcedBytes);
      chunk.copy(buffer, length);
    }
    length += chunk.length;
  });
  return buffer === undefined ? Buffer.alloc(0) : buffer.subarray(0, length);
}

function grow(buffer: Buffer, length: number, needed: number, announced = 2 * needed): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(2 * needed, announced)));
  buffer.copy(larger, 0, 0, length);
  return larger;
}

const tooLarge = (): HttpFailure =>
  new HttpFailure(
    413,
    "body_too_large",
    "The body is larger than this endpoint accepts; send it in smaller parts.",
  );

const brokenOff = (): HttpFailure =>
  new HttpFailure(400, "body_broken", "The body broke off before its end; nothing of it was stored.");

const stalled = (idleMs: number): HttpFailure =>
  new HttpFailure(
    408,
    "request_timeout",
    `Nothing of the body arrived for ${idleMs / 1000} seconds; nothing of it was stored. Send the request again.`,
    { headers: { connection: "close" } },
  );

const BUSY = {
  server: "The server receives too much data at once",
  client: "Your address sends too much data at once",
} as const;

const busy = (full: keyof typeof BUSY): HttpFailure =>
  new HttpFailure(
    503,
    "busy",
    `${BUSY[full]}; nothing of this request was stored. Send it again in a second.`,
    { headers: { "retry-after": "1" } },
  );
