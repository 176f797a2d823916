import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { readLines } from "../../archive/read-lines.ts";
import { growthOf } from "../../archive/zip-content.ts";
import { type Lines, type Origin, type OriginContext, OriginError, type PlannedSlice } from "../../origin.ts";
import { DAY_MS } from "../../types.ts";
import { basic, retryAfterMs } from "../get.ts";
import { saveBody } from "../save-body.ts";
import { sliceBy } from "../slice-by.ts";
import { splitKey } from "./key.ts";
import { askProfiles, saveProfiles } from "./profiles.ts";
import { translateMixpanel } from "./translate.ts";

export type MixpanelSettings = { url: string | undefined; clock: { now(): number } };

const EXPORT_HOSTS = {
  US: "https://data.mixpanel.com",
  EU: "https://data-eu.mixpanel.com",
  IN: "https://data-in.mixpanel.com",
};
const QUERY_HOSTS: Record<string, string> = {
  "https://data.mixpanel.com": "https://mixpanel.com",
  "https://data-eu.mixpanel.com": "https://eu.mixpanel.com",
  "https://data-in.mixpanel.com": "https://in.mixpanel.com",
};
const READ_BYTES = 512 * 1024;

/** The raw export and the profile query of the public API: another project of that service, or another server of this kind. */
export const mixpanelOrigin = ({ url, clock }: MixpanelSettings): Origin => ({
  tool: "mixpanel",
  label: "Mixpanel, or another Tributary",
  rangeBasis: "event time, by day",
  delayMs: 0,
  hosts(region) {
    if (url !== undefined) return [{ url, fits: true }];
    const first = EXPORT_HOSTS[region as keyof typeof EXPORT_HOSTS] ?? EXPORT_HOSTS.US;
    return [first, ...Object.values(EXPORT_HOSTS).filter((host) => host !== first)].map((host) => ({
      url: host,
      fits: host === first,
    }));
  },
  async check(context) {
    const got = await askProfiles({ ...context, url: queryUrl(context.url) }, { page: 0 });
    got.discard();
    if (got.status !== 200) throw statusError(got.status, retryAfterMs(got.headers, clock.now()));
  },
  plan({ fromMs, beforeMs }, { profilesOnly }) {
    const whole = {
      fromMs: Math.floor(fromMs / DAY_MS) * DAY_MS,
      beforeMs: Math.ceil(beforeMs / DAY_MS) * DAY_MS,
    };
    const days = profilesOnly
      ? []
      : sliceBy(whole, DAY_MS).map((slice) => ({ ...slice, kind: "events" as const }));
    return [
      ...days,
      { ...whole, fromMs: Math.max(whole.fromMs, whole.beforeMs - DAY_MS), kind: "profiles" as const },
    ];
  },
  split: () => null,
  async download(slice, path, context) {
    if (slice.kind === "profiles")
      return saveProfiles({ ...context, url: queryUrl(context.url) }, path, statusError);
    const got = await ask(context, slice);
    if (got.status === 200) return saveBody(got, path, context.signal);
    got.discard();
    throw statusError(got.status, retryAfterMs(got.headers, clock.now()));
  },
  read: readExport,
  translate: translateMixpanel,
});

const queryUrl = (url: string): string => QUERY_HOSTS[url] ?? url;

function ask({ url, key, secret, signal, get }: OriginContext, { fromMs, beforeMs }: PlannedSlice) {
  const { username, projectId } = splitKey(key);
  const target = new URL("/api/2.0/export", url);
  target.searchParams.set("from_date", dayText(fromMs));
  target.searchParams.set("to_date", dayText(beforeMs - 1));
  target.searchParams.set("time_in_ms", "true");
  if (projectId !== undefined) target.searchParams.set("project_id", projectId);
  return get({
    url: target,
    authorization: basic(username, secret),
    signal,
    accept: "text/plain, application/json",
  });
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function statusError(status: number, retryAfterMs: number | undefined): OriginError {
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status === 401 || status === 403)
    return new OriginError(
      "unauthorized",
      "The origin refused the username and secret, or they have no role in that project.",
    );
  if (status === 429 || status >= 500) return new OriginError("away", `the origin answered ${status}`, wait);
  return new OriginError("refused", `the origin answered ${status}`);
}

async function* readExport(_slice: PlannedSlice, path: string): AsyncGenerator<Lines> {
  const file = await open(path, "r");
  const start = Buffer.alloc(2);
  const size = await file
    .read(start, 0, 2, 0)
    .then(() => file.stat())
    .finally(() => file.close());
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  const bytes = createReadStream(path, { highWaterMark: READ_BYTES });
  yield* readLines(isGzip ? unpacked(bytes, size.size) : bytes);
}

async function* unpacked(packed: Readable, packedBytes: number): AsyncGenerator<Buffer> {
  const growth = growthOf(packedBytes);
  try {
    const pieces = pipeline(packed, createGunzip({ chunkSize: READ_BYTES }), () => undefined);
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      growth.leftBytes -= piece.length;
      if (growth.leftBytes < 0)
        throw new OriginError("refused", "the export unpacks to far more than events would");
      yield piece;
    }
  } catch (cause) {
    throw cause instanceof OriginError
      ? cause
      : new OriginError("damaged", "the export cannot be unpacked", { cause });
  }
}
