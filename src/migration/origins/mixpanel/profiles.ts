import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseJson } from "../../../platform/parse-json.ts";
import { type Got, type OriginContext, OriginError } from "../../origin.ts";
import { basic, retryAfterMs } from "../get.ts";
import { splitKey } from "./key.ts";

const PAGE_MAX_BYTES = 256 * 1024 * 1024;

type Page = { results: unknown[]; session_id?: string; page_size?: number };

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
  async function* lines() {
    let session: string | undefined;
    for (let page = 0; ; page += 1) {
      const got = await askProfiles(context, { page, session });
      if (got.status !== 200) {
        got.discard();
        throw statusError(got.status, retryAfterMs(got.headers, Date.now()));
      }
      const { results, session_id, page_size = 1000 } = await readPage(got);
      session = session_id ?? session;
      for (const profile of results) yield `${JSON.stringify(profile)}\n`;
      if (results.length < page_size || session === undefined) return;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path), { signal: context.signal });
}

async function readPage(got: Got): Promise<Page> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of got.body) {
      bytes += piece.length;
      if (bytes > PAGE_MAX_BYTES)
        throw new OriginError("refused", "a page of profiles is larger than 256 MiB");
      pieces.push(piece);
    }
    const page = parseJson(Buffer.concat(pieces).toString("utf8")) as Page;
    if (!Array.isArray(page?.results))
      throw new OriginError("refused", "a page of profiles has no 'results'");
    return page;
  } catch (cause) {
    throw cause instanceof OriginError
      ? cause
      : new OriginError("damaged", "a page of profiles could not be read", { cause });
  }
}
