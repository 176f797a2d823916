import type { Socket } from "node:net";
import type { ShortCall } from "../raw-route.ts";
import type { ShortAnswer } from "./answer-text.ts";
import type { ShortHead } from "./read-head.ts";

/** What a connection on the short way asks of the server around it. */
export type ShortShell = {
  keepAliveMs: number;
  findHead(text: string): ShortHead | undefined;
  /** Undefined: what is at this path is not for the short way, or the server takes no more. */
  routeOf(path: string): ((call: ShortCall) => void) | undefined;
  enterRoom(bytes: number): (() => void) | undefined;
  nextId(): string;
  write(answer: ShortAnswer, id: string, pageHeaders: string): string;
  answered(request: { id: string; path: string; socket: Socket }, status: number, startedMs: number): void;
  explain(path: string, id: string, cause: unknown): ShortAnswer;
  takeLongWay(socket: Socket, piece: Buffer, hasEnded: boolean): void;
  /** The connection is over, or no longer on the short way. */
  left(socket: Socket): void;
};
