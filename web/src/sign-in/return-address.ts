/** Where to go after signing in. Only a place of this very site: anything else would let a link lead people away. */
export function readReturn(search: Record<string, unknown>): { return?: string; step?: "code" } {
  const step = search.step === "code" ? { step: "code" as const } : {};
  const wanted = search.return;
  // Browsers read past tabs and line ends: "/\t/elsewhere" is another site too.
  return typeof wanted === "string" && /^\/(?![\t\n\r]*[/\\])/.test(wanted)
    ? { return: wanted, ...step }
    : step;
}
