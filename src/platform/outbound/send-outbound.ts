import {
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as plainRequest,
} from "node:http";
import { Agent as HttpsAgent, request as tlsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { BytePieces } from "../byte-pieces.ts";

/**
 * - `redirected`: the server leads on to another address, which is not followed
 * - `too_large`: the answer is larger than it may be
 * - `timeout`: it took too long
 * - `broken`: the connection failed, or what came is no HTTP
 */
export type OutboundErrorCode = "redirected" | "too_large" | "timeout" | "broken";

export class OutboundError extends Error {
  readonly code: OutboundErrorCode;
  constructor(code: OutboundErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "OutboundError";
    this.code = code;
  }
}

export type OutboundTimes = {
  connectMs: number;
  /** From the start of the request until the head of the answer is there. */
  answerMs: number;
  /** Without a byte. */
  idleMs: number;
  /** All of it. A server that sends a byte now and then must not be read for ever. */
  wholeMs: number;
};

export type OutboundRequest = {
  url: URL;
  /** As `Outbound.resolve` gave it for the host of the address. */
  address: string;
  method?: "GET" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: string;
  agent?: HttpAgent;
  signal: AbortSignal;
  times: OutboundTimes;
  bytesMax: number;
};

export type OutboundResponse = {
  status: number;
  headers: Readonly<IncomingHttpHeaders>;
  /** Ends without an error only when all of it came. Throws `OutboundError`. */
  body: AsyncIterable<Buffer>;
  /** Closes the connection of a body that is not read. */
  discard(): void;
};

/** Every host leads to the address that was checked; certificates are held against the host's name. */
const pinned = (address: string): LookupFunction => {
  const family = isIP(address);
  return (_host, { all }, done) => {
    if (all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
};

/** Keeps connections open between requests to one host. */
export function pinnedAgent(
  address: string,
  { isTls, ca }: { isTls: boolean; ca?: string | undefined },
): HttpAgent {
  const options = { keepAlive: true, lookup: pinned(address) };
  return isTls ? new HttpsAgent({ ...options, ...(ca === undefined ? {} : { ca }) }) : new HttpAgent(options);
}

/** The one way in which this server asks another by HTTP: at a checked address, without redirects, with bounds on time and bytes. */
export function sendOutbound(request: OutboundRequest): Promise<OutboundResponse> {
  const { url, address, method = "GET", headers = {}, body, agent = false, signal, times } = request;
  const { promise, resolve, reject } = Promise.withResolvers<OutboundResponse>();
  const isTls = url.protocol === "https:";
  const sent = (isTls ? tlsRequest : plainRequest)(url, {
    method,
    agent,
    signal,
    lookup: pinned(address),
    headers: { ...headers, ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }) },
  });
  const late = (what: string) => () => sent.destroy(new OutboundError("timeout", `${url.host} ${what}`));
  const timers = {
    connect: setTimeout(late("cannot be connected to in time"), times.connectMs),
    answer: setTimeout(late("did not answer in time"), times.answerMs),
    whole: setTimeout(late("did not send all of its answer in time"), Math.min(times.wholeMs, TIMER_MAX_MS)),
  };
  sent.once("socket", (socket) => {
    const connected = () => clearTimeout(timers.connect);
    if (socket.connecting) socket.once(isTls ? "secureConnect" : "connect", connected);
    else connected();
  });
  sent.once("error", (cause) => reject(toOutboundError(url, cause)));
  // A connection that is closed in a way that Node does not call an error, as by an upgrade.
  sent.once("close", () => {
    for (const timer of Object.values(timers)) clearTimeout(timer);
    reject(new OutboundError("broken", `${url.host} closed the connection without an answer`));
  });
  sent.once("response", (answer) => {
    clearTimeout(timers.answer);
    const status = answer.statusCode ?? 0;
    const discard = () => answer.destroy();
    // Errors of a body that nobody reads are no errors of this process.
    answer.on("error", () => undefined);
    if (status >= 300 && status <= 399) {
      discard();
      reject(
        new OutboundError(
          "redirected",
          `${url.host} redirects to ${targetOf(answer)}, which is not followed`,
        ),
      );
      return;
    }
    answer.setTimeout(times.idleMs, () =>
      answer.destroy(new OutboundError("timeout", `${url.host} fell silent`)),
    );
    resolve({ status, headers: answer.headers, body: bodyOf(answer, request), discard });
  });
  sent.end(body);
  return promise;
}

const TIMER_MAX_MS = 2 ** 31 - 1;
const SHOWN_MAX = 200;

const targetOf = ({ headers: { location } }: IncomingMessage): string =>
  location === undefined ? "no address" : location.slice(0, SHOWN_MAX);

async function* bodyOf(answer: IncomingMessage, { url, bytesMax }: OutboundRequest): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > bytesMax)
        throw new OutboundError("too_large", `${url.host} sent more than ${bytesMax} bytes`);
      yield piece;
    }
  } catch (cause) {
    throw toOutboundError(url, cause);
  } finally {
    answer.destroy();
  }
}

const toOutboundError = (url: URL, cause: unknown): OutboundError => {
  if (cause instanceof OutboundError) return cause;
  // With happy eyeballs off there is one cause; its message may be empty.
  const { message = "", code = "" }: { message?: unknown; code?: unknown } = Object(cause);
  return new OutboundError("broken", `${url.host}: ${message || code}`, cause);
};

/** All of a body that has to be small. */
export async function readWhole({ body }: Pick<OutboundResponse, "body">): Promise<string> {
  const pieces = new BytePieces();
  for await (const piece of body) pieces.push(piece);
  return pieces.take().toString();
}

/** The beginning of a body, as of an error page; the rest is not read. */
export async function readStart({ body }: Pick<OutboundResponse, "body">, bytesMax: number): Promise<string> {
  const pieces = new BytePieces();
  for await (const piece of body) {
    pieces.push(piece);
    if (pieces.length >= bytesMax) break;
  }
  return pieces.take().toString("utf8", 0, bytesMax);
}
