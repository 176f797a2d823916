import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { zip } from "./zip.ts";

export const KEY = "vendor-key";
export const SECRET = "vendor-secret";

/** A line of an export, and the hour in which it reached the vendor. */
export type VendorEvent = Record<string, unknown> & { server_upload_time: string };

/** Given the range asked for and how often it was asked before; what it answers is sent instead of the export. */
export type Fault = (ask: { start: string; end: string; times: number }, answer: ServerResponse) => boolean;

export type AmplitudeServer = {
  url: string;
  asked: { start: string; end: string; authorization: string | undefined }[];
  fault: Fault | null;
  events: VendorEvent[];
  /** Lines as they are, for lines that are no JSON. */
  rawLines: Map<string, string[]>;
  /** Lines of an hour, for histories too long to keep. */
  made: ((hourMs: number) => string[]) | null;
  close(): Promise<void>;
};

const HOUR_MS = 3_600_000;

/** Speaks the export protocol: hours included at both ends, by upload time; a ZIP of gzip files of JSON lines; 404 when empty. */
export async function startAmplitude(events: VendorEvent[] = []): Promise<AmplitudeServer> {
  const times = new Map<string, number>();
  const server = createServer((request, answer) => handle(self, times, request, answer));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const self: AmplitudeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    fault: null,
    events,
    rawLines: new Map(),
    made: null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return self;
}

function handle(
  self: AmplitudeServer,
  times: Map<string, number>,
  request: IncomingMessage,
  answer: ServerResponse,
): unknown {
  const url = new URL(request.url ?? "", self.url);
  const [start, end] = [url.searchParams.get("start") ?? "", url.searchParams.get("end") ?? ""];
  const { authorization } = request.headers;
  self.asked.push({ start, end, authorization });
  const count = times.get(`${start} ${end}`) ?? 0;
  times.set(`${start} ${end}`, count + 1);
  if (url.pathname !== "/api/2/export") return reply(answer, 404);
  if (authorization !== `Basic ${Buffer.from(`${KEY}:${SECRET}`).toString("base64")}`)
    return reply(answer, 401);
  if (self.fault?.({ start, end, times: count }, answer)) return undefined;
  const body = exportOf(self, readHour(start), readHour(end) + HOUR_MS);
  if (body === null) return reply(answer, 404);
  answer.writeHead(200, { "content-type": "application/zip", "content-length": body.length });
  return answer.end(body);
}

export const reply = (answer: ServerResponse, status: number, headers: Record<string, string> = {}) =>
  answer.writeHead(status, headers).end();

function exportOf(self: AmplitudeServer, fromMs: number, beforeMs: number): Buffer | null {
  const hours = new Map<number, string[]>();
  const put = (hour: number, line: string) => {
    const lines = hours.get(hour);
    if (lines === undefined) hours.set(hour, [line]);
    else lines.push(line);
  };
  for (const event of self.events) {
    const ms = Date.parse(`${event.server_upload_time.replace(" ", "T")}Z`);
    if (ms >= fromMs && ms < beforeMs) put(Math.floor(ms / HOUR_MS), JSON.stringify(event));
  }
  for (const [hour, lines] of self.rawLines) {
    const ms = readHour(hour);
    if (ms >= fromMs && ms < beforeMs) for (const line of lines) put(ms / HOUR_MS, line);
  }
  for (let ms = fromMs; self.made !== null && ms < beforeMs; ms += HOUR_MS) {
    for (const line of self.made(ms)) put(ms / HOUR_MS, line);
  }
  if (hours.size === 0) return null;
  const files = [...hours].map(([hour, lines]) => {
    const at = new Date(hour * HOUR_MS);
    const name = `4711/4711_${at.toISOString().slice(0, 10)}_${at.getUTCHours()}#0.json.gz`;
    return { name, content: gzipSync(`${lines.join("\n")}\n`) };
  });
  // In no particular order, as the real ones come.
  return zip(files.reverse());
}

const readHour = (text: string): number => {
  const [, year, month, day, hour] = /^(\d{4})(\d\d)(\d\d)T(\d\d)$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:00:00Z`);
};
