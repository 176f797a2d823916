/** Smaller ones may be a part of the pool that Node shares out, whose memory is a little larger than it says and cannot be given back. */
const BYTES_MIN = 2 * Buffer.poolSize;

/**
 * Gives a buffer's memory back at once. The garbage collector sees the few bytes of the object and not the megabyte behind it: at full
 * load it let 500 MB of read bodies lie before it looked. Whoever calls this owns all of the memory that `bytes` lies in: it is empty
 * afterwards, for every view of it.
 */
export function letGo(bytes: Uint8Array | undefined): void {
  const memory = bytes?.buffer;
  if (memory instanceof ArrayBuffer && memory.byteLength >= BYTES_MIN) memory.transfer(0);
}
