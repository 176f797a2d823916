import { request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Outbound } from "../../platform/outbound/index.ts";
import { type Get, type GetRequest, type Got, OriginError } from "../origin.ts";

export type GetTimes = { connectMs: number; firstByteMs: number; idleMs: number };

/** The origin may take minutes to put an archive together. */
export const GET_TIMES: GetTimes = { connectMs: 30_000, firstByteMs: 600_000, idleMs: 120_000 };
const REDIRECTS_MAX = 3;

/** Asks an origin. Its address comes from the operator, and each connection goes where `outbound` says; redirects stay in its domain. */
export function createGet(outbound: Outbound, times: GetTimes = GET_TIMES): Get {
  async function get(request: GetRequest, redirects: number): Promise<Got> {
    const resolved = await outbound.resolve(request.url.hostname);
    if (!resolved.ok) {
      const { code, host } = resolved.failure;
      throw new OriginError(
        "away",
        code === "host_not_found"
          ? `${host} cannot be found`
          : `${host} is not an address this server may connect to`,
      );
    }
    const got = await ask(request, resolved.value, times);
    const { location } = got.headers;
    if (got.status < 300 || got.status > 399 || typeof location !== "string") return got;
    got.discard();
    const next = URL.parse(location, request.url);
    if (next === null || redirects >= REDIRECTS_MAX || !isSameDomain(next, request.url))
      throw new OriginError(
        "refused",
        `${request.url.host} leads on to ${next?.host ?? "no address"}, which is not followed`,
      );
    return get({ ...request, url: next }, redirects + 1);
  }
  return (request) => get(request, 0);
}

/** An address made of numbers is its own domain: what ends alike belongs to somebody else. */
const domainOf = ({ hostname }: URL): string =>
  isIP(hostname.replace(/^\[(.*)\]$/, "$1")) === 0 ? hostname.split(".").slice(-2).join(".") : hostname;
const isSameDomain = (one: URL, other: URL): boolean =>
  one.protocol === other.protocol && domainOf(one) === domainOf(other) && one.port === other.port;

function ask(
  { url, authorization, signal, accept, form }: GetRequest,
  address: string,
  times: GetTimes,
): Promise<Got> {
  const lookup: LookupFunction = (_host, options, callback) => {
    const family = address.includes(":") ? 6 : 4;
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
  const body = form && new URLSearchParams(form).toString();
  return new Promise((resolve, reject) => {
    const away = (cause: Error): void =>
      reject(
        signal.aborted
          ? cause
          : new OriginError("away", `${url.host} did not answer: ${cause.message}`, { cause }),
      );
    const sent = (url.protocol === "https:" ? tlsRequest : plainRequest)(url, {
      method: body === undefined ? "GET" : "POST",
      lookup,
      signal,
      headers: {
        authorization,
        accept: accept ?? "*/*",
        "user-agent": "tributary",
        ...(body === undefined
          ? {}
          : {
              "content-type": "application/x-www-form-urlencoded",
              "content-length": Buffer.byteLength(body),
            }),
      },
    });
    const connecting = setTimeout(() => sent.destroy(new Error("no connection in time")), times.connectMs);
    sent.once("socket", (socket) => {
      const connected = () => clearTimeout(connecting);
      if (socket.connecting) socket.once("connect", connected);
      else connected();
    });
    sent.setTimeout(times.firstByteMs, () => sent.destroy(new Error("nothing came for too long")));
    sent.once("close", () => clearTimeout(connecting));
    sent.once("error", away);
    sent.once("response", (answer) => {
      answer.setTimeout(times.idleMs, () => answer.destroy(new Error("nothing came for too long")));
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: answer,
        discard: () => answer.destroy(),
      });
    });
    sent.end(body);
  });
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
