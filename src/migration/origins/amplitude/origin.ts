import { type FileHandle, open, stat } from "node:fs/promises";
import { letGo } from "../../../platform/let-go.ts";
import { readLines } from "../../archive/read-lines.ts";
import { piecesOf, unpackWhole } from "../../archive/unpack-whole.ts";
import { type Growth, growthOf, readZipEntry } from "../../archive/zip-content.ts";
import { readZipDirectory, type ZipEntry } from "../../archive/zip-directory.ts";
import { type Lines, type Origin, type OriginContext, OriginError, type PlannedSlice } from "../../origin.ts";
import { DAY_MS, HOUR_MS, type Range } from "../../types.ts";
import { basic, retryAfterMs } from "../get.ts";
import { saveBody } from "../save-body.ts";
import { sliceBy } from "../slice-by.ts";
import { AmplitudeLines } from "./line-writer.ts";
import { translateAmplitude } from "./translate.ts";

export type AmplitudeSettings = { url: string | undefined; clock: { now(): number } };

const DEFAULT_URL = "https://amplitude.com";
const EU_URL = "https://analytics.eu.amplitude.com";
const RETRIED = new Set([408, 425, 429, 500, 502, 503]);

/** Amplitude's Export API: a ZIP of gzip files of JSON lines for a range of hours in which the events reached it. */
export const amplitudeOrigin = ({ url, clock }: AmplitudeSettings): Origin => ({
  tool: "amplitude",
  label: "Amplitude",
  rangeBasis: "source upload time",
  // An hour can be exported about two hours after it.
  delayMs: 3 * HOUR_MS,
  hosts: (region) => {
    if (url !== undefined) return [{ url, fits: true }];
    const eu = { url: EU_URL, fits: region === "EU" };
    const other = { url: DEFAULT_URL, fits: true };
    return region === "EU" ? [eu, other] : [other, eu];
  },
  async check(context) {
    const yesterday = Math.floor(clock.now() / DAY_MS) * DAY_MS - DAY_MS;
    const got = await ask(context, { fromMs: yesterday, beforeMs: yesterday + HOUR_MS });
    got.discard();
    // No data, and too much of it, come after the credentials.
    if (got.status === 200 || got.status === 404 || got.status === 400) return;
    throw statusError(got.status, retryAfterMs(got.headers, clock.now()));
  },
  plan: (range) => sliceBy(range, DAY_MS).map((slice) => ({ ...slice, kind: "events" as const })),
  split({ fromMs, beforeMs }) {
    const hours = (beforeMs - fromMs) / HOUR_MS;
    if (hours <= 1) return null;
    const half = fromMs + (hours === 3 ? 1 : Math.ceil(hours / 2)) * HOUR_MS;
    return [
      { fromMs, beforeMs: half },
      { fromMs: half, beforeMs },
    ];
  },
  async download(slice, path, context) {
    const got = await ask(context, slice);
    if (got.status === 200) return saveBody(got, path, context.signal);
    got.discard();
    throw statusError(got.status, retryAfterMs(got.headers, clock.now()));
  },
  read: readExport,
  translate: translateAmplitude,
  writer: (context) =>
    context.options.userIdProperty === null ? () => new AmplitudeLines(context) : undefined,
});

function ask({ url, key, secret, signal, get }: OriginContext, { fromMs, beforeMs }: Range) {
  const target = new URL("/api/2/export", url);
  target.searchParams.set("start", hourText(fromMs));
  // Both hours are part of what is asked for.
  target.searchParams.set("end", hourText(beforeMs - HOUR_MS));
  return get({ url: target, authorization: basic(key, secret), signal });
}

/** `20260131T07` */
export const hourText = (ms: number): string => new Date(ms).toISOString().slice(0, 13).replaceAll("-", "");

function statusError(status: number, retryAfterMs: number | undefined): OriginError {
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status === 401 || status === 403)
    return new OriginError("unauthorized", "Amplitude refused the API key and secret key.");
  if (status === 404) return new OriginError("empty", "there are no events in these hours");
  if (status === 400 || status === 504)
    return new OriginError(
      "too_large",
      `Amplitude answered ${status}: these hours are too much for one file`,
    );
  if (RETRIED.has(status) || status >= 500)
    return new OriginError("away", `Amplitude answered ${status}`, wait);
  return new OriginError("refused", `Amplitude answered ${status}, which means nothing here`);
}

async function* readExport(_slice: PlannedSlice, path: string): AsyncGenerator<Lines> {
  const file = await open(path, "r");
  try {
    const { size } = await stat(path);
    const start = Buffer.alloc(2);
    await file.read(start, 0, 2, 0);
    if (start.toString("latin1") !== "PK") throw new OriginError("damaged", "the export is not a ZIP file");
    const entries = (await readZipDirectory(file, size)).filter(({ name }) => !name.endsWith("/"));
    const odd = entries.find(({ name }) => !/\.json(\.gz)?$/.test(name));
    if (odd !== undefined)
      throw new OriginError("damaged", `the export holds ${odd.name}, which is no file of events`);
    yield* readEntries(file, entries.sort(byHourAndPart), growthOf(size));
  } finally {
    await file.close();
  }
}

/** While the lines of one file are read, the next one is unpacked. */
async function* readEntries(file: FileHandle, entries: ZipEntry[], growth: Growth): AsyncGenerator<Lines> {
  const unpack = (entry: ZipEntry | undefined) => entry && unpackWhole(file, entry, growth);
  let ahead = unpack(entries[0]);
  try {
    for (const [index, entry] of entries.entries()) {
      const whole = await ahead;
      ahead = unpack(entries[index + 1]);
      const isWithin = whole !== undefined && whole.length <= growth.leftBytes;
      yield* readLines(isWithin ? piecesOf(whole, growth) : readZipEntry(file, entry, growth));
      letGo(whole);
    }
  } finally {
    await ahead;
  }
}

/** `123/123_2026-01-31_7#2.json.gz`: hours may have one digit. Whoever links a device first wins, so the order has to be the same every time. */
function byHourAndPart(one: ZipEntry, other: ZipEntry): number {
  const [left, right] = [placeOf(one.name), placeOf(other.name)];
  for (let at = 0; at < left.length; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.name < other.name ? -1 : 1;
}

function placeOf(name: string): number[] {
  const found = /_(\d{4})-(\d{2})-(\d{2})(?:_(\d{1,2}))?(?:#(\d+))?\.json/.exec(name);
  return found === null ? [0, 0, 0, 0, 0] : found.slice(1).map((part) => Number(part ?? 0));
}
