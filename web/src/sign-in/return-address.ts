/** Where to go after signing in. Only a place of this very site: anything else would let a link lead people away. */
export function readReturn(search: Record<string, unknown>): { return?: string } {
  const wanted = search.return;
  return typeof wanted === "string" && /^\/(?![/\\])/.test(wanted) ? { return: wanted } : {};
}
