import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseJson } from "../../../platform/parse-json.ts";
import { type Got, type OriginContext, OriginError } from "../../origin.ts";
import { whileThereIsSpace } from "../free-space.ts";
import { BODY_BYTES_MAX, basic, retryAfterMs } from "../get.ts";
import { splitKey } from "./key.ts";
import { PageSplitter } from "./split-page.ts";

/** Of an origin that does not say. */
const PAGE_SIZE = 1_000;

type PageEnd = { session: string | undefined; pageSize: number };

export function askProfiles(
  { url, key, secret, signal, get }: OriginContext,
  { page, session }: { page: number; session?: string | undefined },
): Promise<Got> {
  const { username, projectId } = splitKey(key);
  const target = new URL("/api/2.0/engage", url);
  if (projectId !== undefined) target.searchParams.set("project_id", projectId);
  const form = { page: String(page), ...(session === undefined ? {} : { session_id: session }) };
  return get({
    url: target,
    authorization: basic(username, secret),
    signal,
    accept: "application/json",
    form,
  });
}

/** All profiles as lines of a file. The session makes the pages parts of one answer. */
export async function saveProfiles(
  context: OriginContext,
  path: string,
  statusError: (status: number, retryAfterMs: number | undefined) => OriginError,
): Promise<void> {
  let bytes = 0;
  async function* lines() {
    let session: string | undefined;
    for (let page = 0; ; page += 1) {
      const got = await askProfiles(context, { page, session });
      if (got.status !== 200) {
        got.discard();
        throw statusError(got.status, retryAfterMs(got.headers, Date.now()));
      }
      const read = readPage(got);
      let found = 0;
      for (;;) {
        const { value, done } = await read.next();
        if (done) {
          session = value.session ?? session;
          if (found === 0 || found < value.pageSize || session === undefined) return;
          break;
        }
        found += 1;
        bytes += value.length;
        if (bytes > BODY_BYTES_MAX) throw new OriginError("refused", "the profiles are larger than 8 GiB");
        yield value;
      }
    }
  }
  await pipeline(Readable.from(whileThereIsSpace(lines(), path)), createWriteStream(path), {
    signal: context.signal,
  });
}

/** The profiles of a page, a line each; in the end what the page says of itself. */
async function* readPage(got: Got): AsyncGenerator<string, PageEnd> {
  const splitter = new PageSplitter();
  try {
    for await (const piece of got.body) {
      for (const profile of splitter.push(piece)) yield `${JSON.stringify(parseJson(profile.toString()))}\n`;
    }
    const { results, session_id, page_size } = Object(splitter.end()) as Record<string, unknown>;
    if (!Array.isArray(results)) throw new OriginError("refused", "a page of profiles has no 'results'");
    return {
      session: typeof session_id === "string" ? session_id : undefined,
      pageSize: typeof page_size === "number" ? page_size : PAGE_SIZE,
    };
  } catch (cause) {
    throw cause instanceof OriginError
      ? cause
      : new OriginError("damaged", "a page of profiles could not be read", { cause });
  }
}
