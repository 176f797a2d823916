import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { failureBody } from "./http-failure.ts";

/** For reading a refusal: closing at once could take it away from a client that still sends. */
const CLOSE_AFTER_MS = 1000;

type Response = ServerResponse<IncomingMessage>;

/**
 * Answers what Node's parser refuses: it never becomes a request, so the response is written by hand. Responses to earlier requests on
 * the same connection leave first, or a client would take this one for theirs.
 */
export class RawRefusals {
  /** By connection: responses that are not out yet, in the order of their requests. */
  readonly #open = new WeakMap<Duplex, Response[]>();
  readonly #refused = new WeakSet<Duplex>();

  watch(server: Server): void {
    server.on("request", ({ socket }, response) => {
      const open = this.#open.get(socket);
      if (open === undefined) this.#open.set(socket, [response]);
      else open.push(response);
      response.once("close", () => this.#remove(socket, response));
    });
  }

  refuse(error: Error & { code: string }, socket: Duplex): void {
    if (error.code === "ECONNRESET" || socket.destroyed || this.#refused.has(socket)) return;
    // The parser tells of every further piece that it cannot read on.
    this.#refused.add(socket);
    const open = this.#open.get(socket) ?? [];
    const before = open.findLast(({ req }) => req.complete);
    if (before === undefined) this.#write(error.code, socket);
    else before.once("close", () => this.#write(error.code, socket));
  }

  #write(code: string, socket: Duplex): void {
    if (socket.destroyed) return;
    // A request whose body is broken may have been refused before.
    const [current] = this.#open.get(socket) ?? [];
    if (current?.headersSent) socket.end();
    else socket.end(rawRefusal(code));
    // A client that does not close the connection would hold up the stop of the server.
    setTimeout(() => socket.destroy(), CLOSE_AFTER_MS).unref();
  }

  #remove(socket: Duplex, response: Response): void {
    const open = this.#open.get(socket) ?? [];
    const at = open.indexOf(response);
    if (at !== -1) open.splice(at, 1);
  }
}

function rawRefusal(code: string): string {
  const [status, type, error] =
    code === "HPE_HEADER_OVERFLOW"
      ? [
          "431 Request Header Fields Too Large",
          "headers_too_large",
          "The address and headers are larger than 288 KB.",
        ]
      : code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? ["408 Request Timeout", "request_timeout", "The request did not arrive in time."]
        : ["400 Bad Request", "invalid_request", "This is not a valid HTTP request."];
  const body = JSON.stringify(failureBody(type, error));
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
}
