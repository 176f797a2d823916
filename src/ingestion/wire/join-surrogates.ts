import { isUtf8 } from "node:buffer";

/**
 * Mends text in which a character beyond U+FFFF stands as the two halves of its UTF-16 form, three bytes each: the browser client
 * writes every emoji so before it makes base64 of it. Half a character alone stays as it is, and is refused as no text.
 */
export function joinSurrogates(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes;
  const joined = Buffer.alloc(bytes.length);
  let end = 0;
  let copied = 0;
  for (let at = bytes.indexOf(0xed); at !== -1; at = bytes.indexOf(0xed, at)) {
    const high = halfAt(bytes, at);
    const low = halfAt(bytes, at + 3);
    if (high === undefined || low === undefined || high >= 0xdc00 || low < 0xdc00) {
      at += 1;
      continue;
    }
    end += bytes.copy(joined, end, copied, at);
    end += joined.write(String.fromCharCode(high, low), end);
    at += 6;
    copied = at;
  }
  end += bytes.copy(joined, end, copied);
  return joined.subarray(0, end);
}

/** The half of a character that three bytes spell, if they do. */
function halfAt(bytes: Buffer, at: number): number | undefined {
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  if (bytes[at] !== 0xed || second < 0xa0 || second > 0xbf || third >> 6 !== 2) return undefined;
  return 0xd000 | ((second & 0x3f) << 6) | (third & 0x3f);
}
