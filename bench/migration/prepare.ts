import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { zip } from "../../demo/origin/zip.ts";
import { makeEvents } from "../support/events.ts";

export const FROM_MS = Date.parse("2026-01-01T00:00:00Z");
const HOUR_MS = 3_600_000;
const time = (ms: number): string => `${new Date(ms).toISOString().replace("T", " ").slice(0, 23)}000`;

export type Prepared = { folder: string; files: string[]; lastDay: string; bytes: number; lineBytes: number };

/** Days of exports: a ZIP a day with a gzip file an hour, lines as the vendor writes them, some 900 bytes each. */
export function prepare(folder: string, events: number, days: number): Prepared {
  mkdirSync(join(folder, "files"), { recursive: true });
  const perHour = Math.ceil(events / days / 24);
  const names: string[] = [];
  const files: string[] = [];
  let [bytes, lineBytes, made] = [0, 0, 0];
  for (let day = 0; day < days; day += 1) {
    const dayMs = FROM_MS + day * 24 * HOUR_MS;
    const date = new Date(dayMs).toISOString().slice(0, 10);
    const entries = Array.from({ length: 24 }, (_, hour) => {
      const count = Math.min(perHour, events - made);
      const lines = linesOf(dayMs + hour * HOUR_MS, count, made);
      made += count;
      lineBytes += Buffer.byteLength(lines);
      const content = gzipSync(lines, { level: 6 });
      const file = join(folder, "files", `4711_${date}_${hour}#0.json.gz`);
      writeFileSync(file, content);
      files.push(file);
      return { name: `4711/4711_${date}_${hour}#0.json.gz`, content };
    });
    const archive = zip(entries);
    bytes += archive.length;
    writeFileSync(join(folder, `${date.replaceAll("-", "")}.zip`), archive);
    names.push(date.replaceAll("-", ""));
  }
  writeFileSync(join(folder, "days.json"), JSON.stringify(names));
  const lastDay = new Date(FROM_MS + (days - 1) * 24 * HOUR_MS).toISOString().slice(0, 10);
  return { folder, files, lastDay, bytes, lineBytes };
}

function linesOf(hourMs: number, count: number, from: number): string {
  const lines: string[] = [];
  let number = from;
  for (const { event, properties } of makeEvents(count, { seed: from + 1, fromMs: hourMs })) {
    const {
      time: _time,
      distinct_id: _who,
      $device_id: _device,
      $insert_id: _id,
      $city,
      ...rest
    } = properties as Record<string, unknown>;
    const at = hourMs + Math.floor(((number - from) * HOUR_MS) / count);
    lines.push(
      JSON.stringify({
        uuid: `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
        event_type: event,
        event_time: time(at),
        client_event_time: time(at),
        server_received_time: time(at + 400),
        server_upload_time: time(at + 900),
        // Twenty events a person, a quarter of them before she is known.
        user_id: number % 4 === 0 ? null : `user-${Math.floor(number / 1000) * 50 + (number % 50)}`,
        device_id: `device-${Math.floor(number / 1000) * 50 + (number % 50)}`,
        amplitude_id: 100_000 + (number % 50_000),
        session_id: -1,
        event_id: number,
        platform: "Web",
        os_name: "Chrome",
        os_version: "131",
        device_family: "Windows",
        country: "Germany",
        region: "Berlin",
        city: $city,
        language: "German",
        library: "amplitude-ts/2.11.1",
        user_creation_time: time(hourMs - HOUR_MS),
        event_properties: rest,
        user_properties: { plan: number % 3 === 0 ? "pro" : "free", seats: number % 20 },
        groups: {},
      }),
    );
    number += 1;
  }
  return `${lines.join("\n")}\n`;
}
