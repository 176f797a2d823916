import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** What is read and forgotten of a body nobody wants. Past either, the connection is closed on a client that still sends. */
const DRAIN_MAX_BYTES = 64 * 1024 * 1024;
const DRAIN_MAX_MS = 5_000;

/**
 * Sends a refusal at once, and keeps the connection until the body is in. Many clients send all of a body before they read the
 * answer: closing the connection meanwhile makes them see it broken instead of the refusal.
 */
export function sendRefusal(reply: FastifyReply, body: string | Buffer | Readable): FastifyReply {
  const request = reply.request.raw;
  if (body instanceof Readable || !hasBody(request) || request.complete || request.destroyed)
    return reply.send(body);
  // The length tells the client that the answer is whole; to us it ends, and the connection with it, after the body.
  const answer = new Readable({ read() {} });
  answer.push(body);
  if (Number(request.headers["content-length"]) > DRAIN_MAX_BYTES) reply.header("connection", "close");
  reply.header("content-length", Buffer.byteLength(body)).send(answer);
  drain(request, () => {
    // Node would keep the connection for a next request, and read on without an end to get there.
    if (!request.complete) reply.raw.once("finish", () => request.socket.destroySoon());
    answer.push(null);
  });
  return reply;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

function drain(request: IncomingMessage, done: () => void): void {
  let bytes = 0;
  const finish = (): void => {
    clearTimeout(timer);
    request.off("data", take).off("end", finish).off("close", finish);
    done();
  };
  const take = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > DRAIN_MAX_BYTES) finish();
  };
  const timer = setTimeout(finish, DRAIN_MAX_MS);
  // A client that breaks off is no fault of ours, and nobody is left to be told.
  request.on("error", () => undefined);
  request.on("data", take).once("end", finish).once("close", finish);
  request.resume();
}
