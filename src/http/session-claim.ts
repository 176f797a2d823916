import type { FastifyReply, FastifyRequest } from "fastify";

/** What a browser sends along by itself, and what is known of the page that made it do so. */
export type SessionClaim = {
  /** The `Cookie` header as it came. */
  cookies: string;
  isSecure: boolean;
  /** Whether another page may be behind the request: then the session must not be used for it. */
  isForeign: boolean;
  /** Sends the cookie again, with a later end. Absent where the answer takes none: the session is then left as it is. */
  renew?: (setCookie: string) => void;
};

/** The header our own pages send. A form cannot, and a script of another origin is asked by its browser to keep out. */
export const PAGE_HEADER = "x-tributary-ui";

type Asked = Pick<FastifyRequest, "method" | "headers" | "protocol" | "host">;

/** Undefined where credentials are given, which always count alone, and where there is no cookie. */
export function claimSession(
  request: Asked,
  publicUrl: string,
  reply?: FastifyReply,
): SessionClaim | undefined {
  const { cookie, authorization } = request.headers;
  if (cookie === undefined || authorization !== undefined) return undefined;
  return {
    cookies: cookie,
    isSecure: isSecure(request, publicUrl),
    isForeign: isReading(request) ? namesAnother(request, publicUrl) : !isOwnPage(request, publicUrl),
    ...(reply === undefined
      ? {}
      : { renew: (setCookie: string) => void reply.header("set-cookie", setCookie) }),
  };
}

/** Whether the browser talks to us by https, or to a proxy in front of us. */
export const isSecure = ({ protocol }: Pick<Asked, "protocol">, publicUrl: string): boolean =>
  protocol === "https" || publicUrl.startsWith("https:");

/**
 * Whether one of our own pages asks: by our header, and by what the browser says of where the request comes from. Browsers leave
 * `Sec-Fetch-Site` out where the server is reached without https; then `Origin` must name us.
 */
export function isOwnPage(request: Asked, publicUrl: string): boolean {
  if (request.headers[PAGE_HEADER] === undefined) return false;
  const site = request.headers["sec-fetch-site"];
  return site === undefined ? isOurs(request.headers.origin, request, publicUrl) : site === "same-origin";
}

/** Where the browser says its page is, if that is one of ours; else the address that the operator set. */
export function pageOrigin(request: Asked, publicUrl: string): string {
  const { origin } = request.headers;
  return origin !== undefined && isOurs(origin, request, publicUrl) ? origin : publicUrl;
}

const isReading = ({ method }: Asked): boolean => method === "GET" || method === "HEAD";

/**
 * Whether another site is behind a request that reads. Browsers say so themselves (`none`: the member typed the address); where they do
 * not, a script of another origin names it when it wants to read the response.
 */
function namesAnother(request: Asked, publicUrl: string): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  return origin !== undefined && !isOurs(origin, request, publicUrl);
}

const isOurs = (origin: string | undefined, { protocol, host }: Asked, publicUrl: string): boolean =>
  origin !== undefined && (origin === `${protocol}://${host}` || origin === publicUrl);
