import type { FileHandle } from "node:fs/promises";

const CHUNK_BYTES = 256 * 1024;

/** Not the handle's own streams: each leaves a listener on the handle, and a backup may have thousands of entries. */
export async function* readRange(file: FileHandle, start: number, bytes: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < bytes; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, bytes - done));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, start + done);
    if (bytesRead === 0) throw new Error("the file became shorter while it was read");
    yield chunk.subarray(0, bytesRead);
    done += bytesRead;
  }
}

export async function readWhole(file: FileHandle, start: number, bytes: number): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(readRange(file, start, bytes)));
}

export async function writeWhole(file: FileHandle, bytes: Uint8Array, start: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await file.write(bytes, done, bytes.length - done, start + done)).bytesWritten;
  }
}
