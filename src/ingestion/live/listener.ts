import { Readable } from "node:stream";
import { insertIdOf } from "../../events/index.ts";
import type { LiveEvent } from "./decode-rows.ts";
import { type LiveFilter, matches, toFilterView } from "./filter.ts";

/** One client that listens, as a stream of server-sent events that never holds more than it may. */
export type Listener = {
  stream: Readable;
  offer(event: LiveEvent): void;
  /** Events that went by unread; without a number, nobody knows how many. Told to the client before it gets the next. */
  missed(events?: number): void;
  beat(): void;
  end(reason: string): void;
};

/** What may wait for a client that reads slower than events come. */
const BUFFER_MAX_BYTES = 262_144;

/** A client that has read nothing for so many beats has gone, whatever its connection says. */
const BEATS_UNREAD_MAX = 24;

export function createListener(filter: LiveFilter): Listener {
  const stream = new Readable({ read() {}, highWaterMark: BUFFER_MAX_BYTES });
  let missedEvents = 0;
  let missedMore = false;
  let beatsUnread = 0;

  const write = (text: string): void => {
    if (!stream.destroyed && !stream.readableEnded) stream.push(text);
  };
  const tellMissed = (): void => {
    if (missedEvents === 0 && !missedMore) return;
    write(message("dropped", { events: missedEvents, more: missedMore }));
    missedEvents = 0;
    missedMore = false;
  };

  // At once: proxies and clients take a stream for open when its first bytes are there.
  write(message("open", { filter: toFilterView(filter) }));
  return {
    stream,
    offer(event) {
      if (!matches(filter, event.event)) return;
      const text = message("event", toView(event), event.id);
      const waiting = stream.readableLength;
      // One event always fits into an empty buffer, however large it is.
      if (waiting > 0 && waiting + text.length > BUFFER_MAX_BYTES) {
        missedEvents += 1;
        return;
      }
      tellMissed();
      write(text);
    },
    missed(events) {
      if (events === undefined) missedMore = true;
      else missedEvents += events;
    },
    beat() {
      beatsUnread = stream.readableLength === 0 ? 0 : beatsUnread + 1;
      if (beatsUnread > BEATS_UNREAD_MAX) return void stream.destroy();
      if (beatsUnread > 0) return;
      tellMissed();
      // A comment: it keeps proxies from closing the connection, and clients pass over it.
      write(": beat\n\n");
    },
    end(reason) {
      tellMissed();
      write(message("end", { reason }));
      stream.push(null);
    },
  };
}

const message = (name: string, data: unknown, id?: string): string =>
  `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** As events of a person are shown, under the names of the raw export. */
function toView({ place, receivedMs, source, event }: LiveEvent): Record<string, unknown> {
  const { timeMs, distinctId, userId, deviceId, insertId, properties } = event;
  const own: [string, unknown][] = [
    ["time", Math.floor(timeMs / 1000)],
    ["distinct_id", distinctId],
    ["$user_id", userId],
    ["$device_id", deviceId],
    ["$insert_id", insertIdOf({ insertId, ...place })],
    ["mp_processing_time_ms", receivedMs],
  ];
  return {
    event: event.event,
    time: new Date(timeMs).toISOString(),
    // As entries: a property may be called `__proto__`.
    properties: Object.fromEntries([
      ...Object.entries(properties),
      ...own.filter(([, value]) => value !== undefined),
    ]),
    received_ms: receivedMs,
    source,
  };
}
