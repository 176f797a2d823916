import type { FastifyRequest } from "fastify";

/** A host as browsers send it; anything else must not get into a header. */
const HOST = /^[\w.[\]:-]{1,255}$/;

/**
 * Where a page's scripts may come from: these paths of this server, not all of it. Others answer with what a client sent, as JSONP
 * does, and whatever an attacker gets into a page could load that as a script.
 */
export function scriptSource(
  { protocol, host }: Pick<FastifyRequest, "protocol" | "host">,
  publicUrl: string,
  paths: readonly string[],
): string {
  if (!HOST.test(host)) return "'self'";
  const origins = new Set([`${protocol}://${host}`, publicUrl]);
  return [...origins].flatMap((origin) => paths.map((path) => `${origin}${path}`)).join(" ");
}
