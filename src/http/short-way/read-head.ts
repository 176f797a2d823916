import { pageHeaderLines } from "../page-access.ts";

/** A name given more than once counts as it was first given. */
export type ShortQuery = Readonly<Record<string, string>>;

/** What the short way needs to know of a request's head. */
export type ShortHead = {
  path: string;
  query: ShortQuery;
  bodyBytes: number;
  contentType: string;
  /** What an answer to the page that asks begins with. */
  pageHeaders: string;
};

/** More lines than any client writes; from some two thousand on Node leaves out what it counts no more. */
const LINES_MAX = 100;
/** Lines as every client writes them: no blank before a colon, none at a line's start, nothing but printable characters. */
const HEAD =
  /^POST (\/[\w/-]{0,100})(?:\?([\w=&.-]{0,200}))? HTTP\/1\.1\r\n((?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e]*\r\n)+)$/;
const TYPE = /^(?:application\/json|application\/x-www-form-urlencoded|text\/plain)(?:; ?charset=utf-8)?$/i;
const LENGTH = /^[1-9]\d{0,4}$/;

/** Headers that make a request something other than a plain one, whatever they say. */
const NOT_PLAIN = new Set([
  "content-encoding",
  "expect",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-request-id",
]);
/** Those that are read here; given twice, they need a judge. */
const READ = new Set(["connection", "content-length", "content-type", "host", "origin"]);

/**
 * Reads the head of a plain POST, its last empty line left out. Undefined for anything that a second look could see otherwise: this
 * reader refuses nothing and mends nothing, it leaves all that to Node's.
 */
export function readHead(text: string): ShortHead | undefined {
  const parts = HEAD.exec(text);
  const path = parts?.[1];
  const headers = parts?.[3] === undefined ? undefined : readHeaders(parts[3]);
  if (path === undefined || headers === undefined) return undefined;
  const { host, connection, origin } = headers;
  const contentType = headers["content-type"] ?? "";
  const length = headers["content-length"] ?? "";
  if (host === undefined || !TYPE.test(contentType) || !LENGTH.test(length) || origin === "")
    return undefined;
  if (connection !== undefined && connection.toLowerCase() !== "keep-alive") return undefined;
  const query = readQuery(parts?.[2]);
  return { path, query, bodyBytes: Number(length), contentType, pageHeaders: pageHeaderLines(origin) };
}

const NO_QUERY: ShortQuery = {};

function readQuery(text: string | undefined): ShortQuery {
  if (text === undefined) return NO_QUERY;
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) query[name] ??= value;
  return query;
}

function readHeaders(lines: string): { [name: string]: string } | undefined {
  const found: { [name: string]: string } = {};
  let count = 0;
  for (let from = 0; from < lines.length; ) {
    count += 1;
    if (count > LINES_MAX) return undefined;
    const end = lines.indexOf("\r\n", from);
    const colon = lines.indexOf(":", from);
    const name = lines.slice(from, colon).toLowerCase();
    if (NOT_PLAIN.has(name)) return undefined;
    if (READ.has(name)) {
      if (found[name] !== undefined) return undefined;
      found[name] = lines.slice(colon + 1, end).trim();
    }
    from = end + 2;
  }
  return found;
}
