import { type RequestListener, Server, type ServerOptions } from "node:http";
import type { Socket } from "node:net";
import { ShortConnection } from "./connection.ts";
import { LongLeg } from "./long-leg.ts";
import type { ShortShell } from "./shell.ts";

type Shell = Omit<ShortShell, "openLeg" | "handOver" | "left">;

/**
 * Node's own server, with the short way in front of it: a connection belongs to the short way until it brings something that is not
 * plain (decision 20).
 */
export class ShortWayServer extends Server {
  readonly #connections = new Map<Socket, ShortConnection>();

  constructor(options: ServerOptions, handler: RequestListener, shell: Shell) {
    super(options, handler);
    const longWay = this.listeners("connection") as ((socket: Socket | LongLeg) => void)[];
    this.removeAllListeners("connection");
    const own: ShortShell = {
      ...shell,
      routeOf: (path) => (this.listening ? shell.routeOf(path) : undefined),
      left: (socket) => void this.#connections.delete(socket),
      openLeg: (socket, answered) => {
        const leg = new LongLeg(socket, answered);
        for (const take of longWay) take.call(this, leg);
        return leg;
      },
      handOver: (socket, piece) => {
        for (const take of longWay) take.call(this, socket);
        socket.unshift(piece);
        socket.resume();
      },
    };
    this.on("connection", (socket: Socket) =>
      this.#connections.set(socket, new ShortConnection(socket, own)),
    );
    this.on("request", ({ socket }, answer) => {
      if (socket instanceof LongLeg) socket.began(answer);
    });
  }

  override closeIdleConnections(): void {
    super.closeIdleConnections();
    for (const connection of this.#connections.values()) connection.closeIfIdle();
  }

  override closeAllConnections(): void {
    super.closeAllConnections();
    for (const connection of this.#connections.values()) connection.close();
  }
}
