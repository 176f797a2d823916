import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { HttpFailure } from "./http-failure.ts";

/** A body that is on disk. It goes away with its request. */
export class SpooledBody {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** Writes a body to a new file as it comes, no faster than the disk takes it and no further than it may be long. */
export function spoolBody(body: Readable, path: string, bytesMax: number): Promise<SpooledBody> {
  return new Promise((resolve, reject) => {
    const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
    let bytes = 0;
    const fail = (error: unknown) => {
      body.off("data", take);
      // What is still on its way is read and forgotten: a client that is cut off would not see why.
      body.resume();
      file.destroy();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) fail(tooLarge(bytesMax));
      else if (!file.write(chunk)) body.pause();
    };
    file.on("drain", () => body.resume());
    file.once("error", fail);
    body.on("data", take);
    body.once("end", () => file.end(() => resolve(new SpooledBody(path))));
    body.once("error", () => fail(brokenOff()));
    body.once("close", () => {
      if (!body.readableEnded) fail(brokenOff());
    });
  });
}

export const tooLarge = (bytesMax: number): HttpFailure =>
  new HttpFailure(413, "too_large", `The body is larger than ${bytesMax} bytes.`, {
    headers: { connection: "close" },
  });

const brokenOff = (): HttpFailure =>
  new HttpFailure(400, "body_broken", "The body broke off before its end; nothing of it was stored.");
