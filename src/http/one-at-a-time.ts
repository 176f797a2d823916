import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

type Waiting = { request: IncomingMessage; response: ServerResponse };

/** Requests of one connection that wait for those before them. A client that sends more without reading is cut off. */
const WAITING_MAX = 128;

/**
 * Handles the requests of a connection one after the other. A client may send many without reading a response (pipelining); handled at
 * once, each response would be held in memory until the client reads those before it: 11 KB of requests took gigabytes.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const lines = new WeakMap<Duplex, Waiting[]>();
  const begin = ({ request, response }: Waiting, socket: Duplex, line: Waiting[]): void => {
    response.once("close", () => {
      line.shift();
      const [next] = line;
      if (next === undefined) lines.delete(socket);
      else if (!socket.destroyed) begin(next, socket, line);
    });
    handle(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const waiting = { request, response };
    const line = lines.get(socket);
    if (line === undefined) {
      const first = [waiting];
      lines.set(socket, first);
      begin(waiting, socket, first);
    } else if (line.length < WAITING_MAX) line.push(waiting);
    else socket.destroy();
  };
}
