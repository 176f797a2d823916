import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import type { BodyAccount } from "./body-budget.ts";
import { type Receiving, receiveBody } from "./receive-body.ts";

/** A body that is on disk. It is removed with its request. */
export class SpooledBody {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** What a body on disk counts for at most: so many large ones at once, whatever their length. */
const COUNTED_MAX_BYTES = 16 * 1024 * 1024;

/** Writes a body to a new file as it arrives, no faster than the disk takes it and no further than it may be long. */
export async function spoolBody(body: Readable, path: string, receiving: Receiving): Promise<SpooledBody> {
  const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
  const broken = new Promise<never>((_, reject) => file.on("error", reject));
  broken.catch(() => undefined);
  file.on("drain", () => body.resume());
  try {
    const received = receiveBody(body, { ...receiving, account: countUpTo(receiving.account) }, (chunk) => {
      if (!file.write(chunk)) body.pause();
    });
    await Promise.race([received, broken]);
    const written = new Promise<void>((resolve) => file.end(() => resolve()));
    await Promise.race([written, broken]);
    return new SpooledBody(path);
  } catch (failure) {
    file.destroy();
    // The rest is read and dropped: a client whose connection is cut would not see why.
    body.resume();
    throw failure;
  }
}

function countUpTo(account: BodyAccount): BodyAccount {
  let counted = 0;
  return {
    add(bytes) {
      const more = Math.min(bytes, COUNTED_MAX_BYTES - counted);
      counted += more;
      return more === 0 ? undefined : account.add(more);
    },
    close: account.close,
  };
}
