import type { Socket } from "node:net";
import type { ShortCall } from "../raw-route.ts";
import type { ShortAnswer } from "./answer-text.ts";
import type { LongLeg } from "./long-leg.ts";
import type { ShortHead, ShortQuery } from "./read-head.ts";

export type ShortRoute = {
  url: string;
  take(call: ShortCall): void;
  refuse(cause: unknown, id: string, query: ShortQuery): ShortAnswer;
};

/** What a connection on the short way asks of the server around it. */
export type ShortShell = {
  keepAliveMs: number;
  findHead(text: string): ShortHead | undefined;
  /** Undefined: what is at this path is not for the short way, or the server takes no more. */
  routeOf(path: string): ShortRoute | undefined;
  /** How to release the bytes; undefined when bodies hold too much already. */
  countBody(bytes: number, clientAddress: string): (() => void) | undefined;
  nextId(): string;
  write(answer: ShortAnswer, id: string, pageHeaders: string): string;
  answered(request: { id: string; url: string; socket: Socket }, status: number, startedMs: number): void;
  openLeg(socket: Socket, answered: () => void): LongLeg;
  /** The connection is Node's from here on; this piece is the first it reads. */
  handOver(socket: Socket, piece: Buffer): void;
  /** The connection is over, or no longer on the short way. */
  left(socket: Socket): void;
};
