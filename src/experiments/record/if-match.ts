import type { IncomingHttpHeaders } from "node:http";

/** `If-Match: "2026-01-31T12:00:00.000Z"`, with or without the quotes. `*` is any state. */
export function ifMatchOf({ headers }: { headers: IncomingHttpHeaders }): string | undefined {
  const given = headers["if-match"]?.replace(/^W\//, "").replaceAll('"', "");
  return given === "*" || given === "" ? undefined : given;
}
