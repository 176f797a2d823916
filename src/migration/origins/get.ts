import {
  type Outbound,
  OutboundError,
  type OutboundTimes,
  sendOutbound,
} from "../../platform/outbound/index.ts";
import { type Get, type GetRequest, type Got, OriginError } from "../origin.ts";

/** The origin may take minutes to put an archive together, and hours to send it. */
export const GET_TIMES: OutboundTimes = {
  connectMs: 30_000,
  answerMs: 600_000,
  idleMs: 120_000,
  wholeMs: 6 * 3_600_000,
};
/** Amplitude ends an export at 4 GB by itself. */
export const BODY_BYTES_MAX = 8 * 1024 ** 3;

/** Asks an origin. Its address comes from the operator; each connection goes to the address that `outbound` checked. */
export const createGet =
  (outbound: Outbound, times: OutboundTimes = GET_TIMES): Get =>
  async ({ url, authorization, signal, accept, form }: GetRequest): Promise<Got> => {
    const resolved = await outbound.resolve(url.hostname);
    if (!resolved.ok) {
      const { code, host } = resolved.failure;
      throw new OriginError(
        "away",
        code === "host_not_found"
          ? `${host} cannot be found`
          : `${host} is not an address this server may connect to`,
      );
    }
    const body = form && new URLSearchParams(form).toString();
    try {
      return await sendOutbound({
        ...{ url, address: resolved.value, signal, times, bytesMax: BODY_BYTES_MAX },
        method: body === undefined ? "GET" : "POST",
        headers: {
          authorization,
          accept: accept ?? "*/*",
          "user-agent": "tributary",
          ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
        },
        ...(body === undefined ? {} : { body }),
      });
    } catch (cause) {
      if (signal.aborted || !(cause instanceof OutboundError)) throw cause;
      throw toOriginError(cause);
    }
  };

/** What the dialer says, before or while a body comes. */
export function toOriginError(cause: OutboundError): OriginError {
  if (cause.code === "redirected") return new OriginError("refused", cause.message, { cause });
  return new OriginError(cause.code === "too_large" ? "too_large" : "away", cause.message, { cause });
}

/** `Retry-After` as seconds or as a date. */
export function retryAfterMs(headers: Got["headers"], nowMs: number): number | undefined {
  const given = headers["retry-after"];
  if (typeof given !== "string") return undefined;
  const ms = /^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - nowMs;
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

export const basic = (key: string, secret: string): string =>
  `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;
