import { STATUS_CODES } from "node:http";
import { HSTS } from "../error-handlers.ts";
import type { RawAnswer } from "../raw-route.ts";

/** An answer with a text as its body; nothing else is given on the short way. */
export type ShortAnswer = RawAnswer & { body: string };

/** Header by header what Node and the framework write for the same answer, in their order. */
export function answerText(
  { status, headers, contentType, body }: ShortAnswer,
  id: string,
  pageHeaders: string,
  tail: string,
): string {
  let own = "";
  for (const name in headers) own += `${name}: ${headers[name]}\r\n`;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nx-request-id: ${id}\r\nx-content-type-options: nosniff\r\ncache-control: no-store\r\n${pageHeaders}${own}content-type: ${contentType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${tail}${body}`;
}

/** The lines that Node adds to the head of every answer; the date changes once a second. */
export function createTail(keepAliveMs: number, publicUrl: () => string): () => string {
  let second = 0;
  let tail = "";
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) {
      second = now;
      const date = new Date(now * 1000).toUTCString();
      const security = publicUrl().startsWith("https:") ? `strict-transport-security: ${HSTS}\r\n` : "";
      tail = `${security}Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n\r\n`;
    }
    return tail;
  };
}
