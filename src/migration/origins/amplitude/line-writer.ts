import { ROW } from "../../../events/text.ts";
import {
  isDeviceName,
  isIdPlain,
  isInsertIdPlain,
  isNamePlain,
  PLACE,
  QUOTE,
  type RecordPlaces,
} from "../../../ingestion/text.ts";
import { parseJson } from "../../../platform/parse-json.ts";
import { type LineWriter, NEXT_BATCH, NOT_PLAIN, type TranslateContext } from "../../origin.ts";
import { CommonTexts } from "../../text/common-texts.ts";
import type { RowWriter } from "../../text/row-writer.ts";
import type { TextBuffer } from "../../text/text-buffer.ts";
import { contextProperties } from "./context-properties.ts";
import { LineContext } from "./line-context.ts";
import { indexOf } from "./line-fields.ts";
import { LineScanner } from "./line-scanner.ts";
import { LineTime } from "./line-time.ts";
import { type EventName, eventNames, isInsertId, isPlainId } from "./line-values.ts";
import { EARLIEST_MS, PROPERTIES_MAX, userOf } from "./translate.ts";

const [EVENT, TIME, CREATED] = [indexOf("event_type"), indexOf("event_time"), indexOf("user_creation_time")];
const [USER, DEVICE, UUID] = [indexOf("user_id"), indexOf("device_id"), indexOf("uuid")];
/** All that a record holds besides what stands in its line. */
const OWN_BYTES = 2048;

const DEVICE_BYTES = "$device:".length;

/** Where its name stands in the opening of a record. */
const EVENT_AT = '{"event":"'.length;

/** What `userOf` looks at. */
const OF_USER = [
  ...["user_properties", "city", "region", "country", "platform", "os_name", "os_version"],
  ...["device_model", "device_family", "version_name", "app_version"],
];
const OF_USER_INDEXES = OF_USER.map(indexOf);
/** Stands in no JSON text: neither in a string, where it is written otherwise, nor outside. */
const BETWEEN = 1;

/**
 * Turns the bytes of a line into the text of its record: the same record that `translateAmplitude` makes of it. A line of 970 bytes
 * takes 6 µs so, against 25 µs for the parser, the translation and their garbage.
 */
export class AmplitudeLines implements LineWriter {
  timeMs = 0;
  event = "";
  userStart = -1;
  userEnd = -1;
  createdMs: number | null = null;
  readonly common = new CommonTexts();
  readonly #context: TranslateContext;
  readonly #scanner = new LineScanner();
  readonly #place = new LineContext(this.#scanner, this.common);
  readonly #time = new LineTime();
  readonly #created = new LineTime();
  readonly #events: ReturnType<typeof eventNames>;
  #page: Buffer = Buffer.alloc(0);

  constructor(context: TranslateContext) {
    this.#context = context;
    this.#events = eventNames(context.options.mapExperiments);
  }

  get names(): readonly Uint8Array[] {
    return this.#scanner.names;
  }

  write(page: Buffer, start: number, text: TextBuffer, places: RecordPlaces, rows?: RowWriter): number {
    const end = this.#scanner.scan(page, start);
    if (end < 0) return NOT_PLAIN;
    const name = this.#readEnvelope(page);
    if (name === undefined) return NOT_PLAIN;
    const before = text.end;
    // Its user stands in it twice.
    text.reserve(2 * (end - start) + OWN_BYTES);
    this.#page = page;
    if (rows !== undefined && this.#writeRow(page, end - start, name, text, rows)) {
      if (!this.common.endLine()) {
        text.end = before;
        return NEXT_BATCH;
      }
      places.finishReady(text.end - 1);
      rows.wrote(this.timeMs);
      return end + 1;
    }
    text.end = before;
    places.begin(PROPERTIES_MAX);
    const { slots, count } = this.#scanner;
    if (count > PROPERTIES_MAX) return NOT_PLAIN;
    const own = this.#writeEnvelope(page, name, text, places);
    slots.write(page, text, places);
    this.common.beginLine();
    const placed = this.#place.write(page, text, places);
    text.plain("}}\n");
    const isPlain = placed >= 0 && count + placed + own <= PROPERTIES_MAX;
    if (!isPlain || !this.common.endLine()) {
      text.end = before;
      return isPlain ? NEXT_BATCH : NOT_PLAIN;
    }
    places.finish(text.end - 1);
    return end + 1;
  }

  /** As a row, with the checks of the door. False when it needs more than these: then what was written is to be taken back. */
  #writeRow(page: Buffer, lineBytes: number, name: EventName, text: TextBuffer, rows: RowWriter): boolean {
    const { starts, ends, slots, count } = this.#scanner;
    const { limits } = rows;
    const [user, device, uuid] = [starts[USER] ?? -1, starts[DEVICE] ?? -1, starts[UUID] ?? -1];
    const [userEnd, deviceEnd, uuidEnd] = [ends[USER] ?? -1, ends[DEVICE] ?? -1, ends[UUID] ?? -1];
    if (rows.isShut || 2 * lineBytes + OWN_BYTES >= limits.eventMaxBytes) return false;
    if (!isNamePlain(name.bytes, 0, name.bytes.length, limits)) return false;
    if (user >= 0 && (!isIdPlain(page, user, userEnd, limits) || isDeviceName(page, user))) return false;
    if (device >= 0 && (!isIdPlain(page, device, deviceEnd, limits) || isDeviceName(page, device)))
      return false;
    // Without a user the distinct id is that of the device, with what it begins with.
    if (user < 0 && deviceEnd - device + DEVICE_BYTES > limits.idMaxBytes) return false;
    if (!isInsertIdPlain(page, uuid, uuidEnd, limits)) return false;
    text.piece(name.rowOpening);
    text.milliseconds(this.timeMs);
    if (user < 0) {
      text.plain(ROW.device);
      text.copy(page, device, deviceEnd);
      text.byte(QUOTE);
    } else {
      text.plain(ROW.distinctId);
      text.copy(page, user, userEnd);
      text.byte(QUOTE);
      if (device >= 0) {
        text.plain(ROW.deviceId);
        text.copy(page, device - 1, deviceEnd + 1);
      }
    }
    text.plain(ROW.insertId);
    text.copy(page, uuid - 1, uuidEnd + 1);
    if (!slots.writeRow(text, rows)) return false;
    this.common.beginLine();
    const placed = this.#place.writeRow(page, text, rows);
    text.plain(ROW.end);
    const own = 3 + (user >= 0 ? 1 : 0) + (device >= 0 ? 1 : 0);
    const isWithin = count + placed + own <= Math.min(PROPERTIES_MAX, limits.propertiesMax);
    return placed >= 0 && isWithin && rows.saysOnce(this.common);
  }

  /** How many properties it takes. */
  #writeEnvelope(page: Buffer, name: EventName, text: TextBuffer, places: RecordPlaces): number {
    const { starts, ends } = this.#scanner;
    const [user, device] = [starts[USER] ?? -1, starts[DEVICE] ?? -1];
    places.mark(PLACE.event, text.end + EVENT_AT, text.end + EVENT_AT + name.bytes.length);
    text.piece(name.opening);
    const timeStart = text.end;
    text.milliseconds(this.timeMs);
    places.mark(PLACE.time, timeStart, text.end);
    text.plain(',"distinct_id":"');
    const idStart = text.end;
    if (user < 0) text.plain("$device:");
    text.copy(page, user < 0 ? device : user, ends[user < 0 ? DEVICE : USER] ?? 0);
    places.mark(PLACE.distinctId, idStart, text.end);
    if (user >= 0) this.#writeId(page, USER, '","$user_id":"', PLACE.userId, text, places);
    if (device >= 0) this.#writeId(page, DEVICE, '","$device_id":"', PLACE.deviceId, text, places);
    this.#writeId(page, UUID, '","$insert_id":"', PLACE.insertId, text, places);
    text.byte(QUOTE);
    return 3 + (user >= 0 ? 1 : 0) + (device >= 0 ? 1 : 0);
  }

  #writeId(
    page: Buffer,
    index: number,
    opening: string,
    place: number,
    text: TextBuffer,
    places: RecordPlaces,
  ): void {
    text.plain(opening);
    const start = text.end;
    text.copy(page, this.#scanner.starts[index] ?? 0, this.#scanner.ends[index] ?? 0);
    places.mark(place, start, text.end);
  }

  /** Name, time and ids; undefined when one of them is not plain. */
  #readEnvelope(page: Buffer): EventName | undefined {
    const { starts, ends } = this.#scanner;
    const event = starts[EVENT] ?? -1;
    const name = event < 0 ? undefined : this.#events.find(page, event, ends[EVENT] ?? -1);
    if (name === undefined || name.isOdd) return undefined;
    const time = starts[TIME] ?? -1;
    this.timeMs = time < 0 ? Number.NaN : this.#time.read(page, time, ends[TIME] ?? -1);
    if (!(this.timeMs >= EARLIEST_MS && this.timeMs <= this.#context.nowMs)) return undefined;
    if (!isInsertId(page, starts[UUID] ?? -1, ends[UUID] ?? -1)) return undefined;
    const user = starts[USER] ?? -1;
    const userEnd = ends[USER] ?? -1;
    const device = starts[DEVICE] ?? -1;
    if (user < 0 && device < 0) return undefined;
    if (user >= 0 && !isPlainId(page, user, userEnd)) return undefined;
    if (device >= 0 && !isPlainId(page, device, ends[DEVICE] ?? -1)) return undefined;
    const created = starts[CREATED] ?? -1;
    this.createdMs = created < 0 ? null : this.#created.read(page, created, ends[CREATED] ?? -1);
    if (Number.isNaN(this.createdMs)) return undefined;
    this.userStart = user;
    this.userEnd = userEnd;
    this.event = name.text;
    return name;
  }

  readonly writeUser = (into: TextBuffer): void => {
    const { starts, ends } = this.#scanner;
    const page = this.#page;
    for (const index of OF_USER_INDEXES) {
      const start = starts[index] ?? -1;
      const end = start < 0 ? -1 : (ends[index] ?? -1);
      into.reserve(end - start + 1);
      into.copy(page, start, end);
      into.byte(BETWEEN);
    }
  };

  readUser(text: Buffer): Record<string, unknown> {
    const values = text.toString().split(String.fromCharCode(BETWEEN));
    const fields = OF_USER.flatMap((name, place) => {
      const value = values[place] ?? "";
      return value === "" ? [] : [`"${name}":${value}`];
    });
    const line = parseJson(`{${fields.join()}}`) as Record<string, unknown>;
    return userOf(line, "", 0, contextProperties(line)).properties;
  }
}
