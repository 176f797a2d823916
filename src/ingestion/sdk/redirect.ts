/**
 * Where a pixel link may lead on: only to hosts the operator has named, or this server would lend its good name to anybody's
 * address. Undefined: the link is answered like any other request.
 */
export function readRedirect(given: string | undefined, hosts: readonly string[]): string | undefined {
  if (given === undefined || hosts.length === 0 || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  return hosts.includes(url.host.toLowerCase()) ? url.href : undefined;
}
