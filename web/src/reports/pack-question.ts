/** From this length on, as JSON, a question is deflated: an address of some thousand characters breaks in mails and chats. */
const PACKED_FROM = 1024;
/** Longer addresses no server takes, so none of ours is. */
const PACKED_MAX = 64 * 1024;

export const isLong = (question: unknown): boolean => JSON.stringify(question).length > PACKED_FROM;

/** A question as it stands in an address: deflated, in the letters that addresses leave alone. */
export async function packQuestion(question: unknown): Promise<string> {
  const stream = through(JSON.stringify(question), new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/={1,2}$/, "");
}

/** The question that was packed. What is none comes as the text it is, which the page then says it cannot read. */
export async function unpackQuestion(packed: string): Promise<unknown> {
  if (packed.length > PACKED_MAX) return packed;
  try {
    const text = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    return await new Response(through(bytes, new DecompressionStream("deflate-raw"))).json();
  } catch {
    return packed;
  }
}

const through = (content: BlobPart, stream: CompressionStream | DecompressionStream) =>
  new Blob([content]).stream().pipeThrough(stream);
