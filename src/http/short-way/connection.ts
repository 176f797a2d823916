import type { Socket } from "node:net";
import type { ShortCall } from "../raw-route.ts";
import type { ShortAnswer } from "./answer-text.ts";
import type { LongLeg } from "./long-leg.ts";
import type { ShortQuery } from "./read-head.ts";
import type { ShortRoute, ShortShell } from "./shell.ts";

const HEAD_END = Buffer.from("\r\n\r\n");
const HEAD_MAX_BYTES = 8192;
/** As Node has it: a client may use the last of the time it was told. */
const GRACE_MS = 1000;
const NOTHING = Buffer.alloc(0);
const NO_QUERY: ShortQuery = {};

/**
 * A connection whose requests have all been plain so far. Each arrives in one piece, is answered by one write, and is the only one under
 * way. One that turns out to be odd takes the long way alone; the first that is not plain on its face takes the connection over to Node's
 * server, with the bytes it came in, and for good.
 */
export class ShortConnection implements ShortCall {
  query: ShortQuery = NO_QUERY;
  body: Buffer = NOTHING;
  contentType = "";
  readonly #socket: Socket;
  readonly #shell: ShortShell;
  /** Where the request under way leads. */
  #route: ShortRoute | undefined;
  #isBusy = false;
  #leg: LongLeg | undefined;
  #pageHeaders = "";
  /** All of its bytes, should it have to go the long way. */
  #piece: Buffer = NOTHING;
  /** What came behind it. */
  #next: Buffer | undefined;
  #id = "";
  #startedMs = 0;
  #release: (() => void) | undefined;
  #hasEnded = false;

  constructor(socket: Socket, shell: ShortShell) {
    this.#socket = socket;
    this.#shell = shell;
    socket.setTimeout(shell.keepAliveMs + GRACE_MS);
    socket.on("data", this.#onData);
    socket.on("end", this.#onEnd);
    socket.on("timeout", this.closeIfIdle);
    socket.on("error", ignore);
    socket.on("close", this.#onClose);
  }

  readonly closeIfIdle = (): void => {
    if (!this.#isBusy) this.#socket.destroy();
  };

  close(): void {
    this.#socket.destroy();
  }

  answer(answer: ShortAnswer): void {
    const socket = this.#socket;
    const url = this.#route?.url ?? "";
    if (!socket.destroyed) socket.write(this.#shell.write(answer, this.#id, this.#pageHeaders));
    this.#shell.answered({ id: this.#id, url, socket }, answer.status, this.#startedMs);
    this.#rest();
    this.#beFree();
  }

  broke(cause: unknown): void {
    if (this.#route !== undefined) this.answer(this.#route.refuse(cause, this.#id, this.query));
  }

  goLongWay(): void {
    const piece = this.#piece;
    this.#rest();
    this.#openLeg().bring(piece);
  }

  #openLeg(): LongLeg {
    if (this.#leg === undefined || this.#leg.isOver) {
      this.#leg = this.#shell.openLeg(this.#socket, () => this.#beFree());
    }
    return this.#leg;
  }

  #beFree(): void {
    this.#isBusy = false;
    if (this.#socket.destroyed) this.#leg?.destroy();
    else if (this.#leg?.isOver) this.#socket.destroySoon();
    else if (this.#next !== undefined) this.#goOn(this.#next);
    else if (this.#hasEnded) this.#socket.end();
  }

  readonly #onData = (piece: Buffer): void => {
    if (!this.#isBusy) {
      this.#take(piece);
      return;
    }
    // A client that does not wait for its answer: it is read no further before that is out.
    this.#socket.pause();
    this.#next = piece;
  };

  #goOn(piece: Buffer): void {
    this.#next = undefined;
    this.#take(piece);
    this.#socket.resume();
  }

  #take(piece: Buffer): void {
    const shell = this.#shell;
    const headEnd = piece.indexOf(HEAD_END);
    const isHead = headEnd >= 0 && headEnd < HEAD_MAX_BYTES;
    const head = isHead ? shell.findHead(piece.toString("latin1", 0, headEnd + 2)) : undefined;
    const route = head && shell.routeOf(head.path);
    const isWhole = head !== undefined && piece.length === headEnd + HEAD_END.length + head.bodyBytes;
    const isPlain = route !== undefined && isWhole && !this.#socket.writableNeedDrain;
    const release = isPlain ? shell.countBody(head.bodyBytes, this.#socket.remoteAddress ?? "") : undefined;
    if (!isPlain || release === undefined) {
      if (this.#hasEnded) this.#handOverLast(piece);
      else this.#handOver(piece);
      return;
    }
    this.#release = release;
    this.#isBusy = true;
    this.#route = route;
    this.#pageHeaders = head.pageHeaders;
    this.#piece = piece;
    this.#id = shell.nextId();
    this.#startedMs = performance.now();
    this.body = piece.subarray(headEnd + HEAD_END.length);
    this.contentType = head.contentType;
    this.query = head.query;
    route.take(this);
  }

  #rest(): void {
    this.#release?.();
    this.#route = undefined;
    this.#piece = NOTHING;
    this.body = NOTHING;
  }

  #handOver(piece: Buffer): void {
    const socket = this.#socket;
    socket.setTimeout(0);
    socket.off("data", this.#onData);
    socket.off("end", this.#onEnd);
    socket.off("timeout", this.closeIfIdle);
    socket.off("error", ignore);
    socket.off("close", this.#onClose);
    this.#onClose();
    this.#shell.handOver(socket, piece);
  }

  /** Node would not answer on a connection whose client says no more. */
  #handOverLast(piece: Buffer): void {
    this.#isBusy = true;
    this.#openLeg().bringLast(piece);
  }

  /** The client has said all it will; it may still wait for an answer. */
  readonly #onEnd = (): void => {
    this.#hasEnded = true;
    if (!this.#isBusy) this.#socket.end();
  };

  readonly #onClose = (): void => {
    this.#shell.left(this.#socket);
    this.#leg?.destroy();
  };
}

const ignore = (): void => undefined;
