import { failureOf } from "../api/failure.ts";
import type { ShownEvent } from "./shown-event.ts";

export type LiveFilter = {
  event?: string | undefined;
  user?: string | undefined;
  property?: string | undefined;
  value?: string | undefined;
};

/** Where the stream is. A property counts only together with its value. */
export function liveAddress(projectId: number, { event, user, property, value }: LiveFilter): string {
  const query = new URLSearchParams();
  // A list of one: a name that begins with a bracket or a quote would be taken for a list.
  if (event !== undefined) query.set("event", JSON.stringify([event]));
  if (user !== undefined) query.set("distinct_id", user);
  if (property !== undefined && value !== undefined) {
    query.set("property", property);
    query.set("value", value);
  }
  const asked = query.toString();
  return `/api/app/projects/${projectId}/events/live${asked === "" ? "" : `?${asked}`}`;
}

export type LiveHandlers = {
  onOpen: () => void;
  onEvent: (event: ShownEvent) => void;
  onDropped: (gap: { events: number; more: boolean }) => void;
  /** The connection is gone; it is tried again without being asked. */
  onBroken: () => void;
  onRefused: (failure: Error) => void;
};

/** Answers a function that ends the listening. */
export function listen(address: string, handlers: LiveHandlers): () => void {
  const source = new EventSource(address);
  source.addEventListener("open", handlers.onOpen);
  source.addEventListener("event", ({ lastEventId, data }: MessageEvent<string>) => {
    const event = readLiveEvent(lastEventId, data);
    if (event !== undefined) handlers.onEvent(event);
  });
  source.addEventListener("dropped", ({ data }: MessageEvent<string>) => {
    const { events, more } = JSON.parse(data) as { events?: unknown; more?: unknown };
    handlers.onDropped({ events: Number(events ?? 0), more: more === true });
  });
  source.addEventListener("error", () => {
    if (source.readyState !== EventSource.CLOSED) handlers.onBroken();
    else void whyRefused(address).then(handlers.onRefused);
  });
  return () => source.close();
}

type Sent = {
  event: string;
  time: string;
  properties: Record<string, unknown>;
  received_ms: number;
  source: string;
};

function readLiveEvent(id: string, data: string): ShownEvent | undefined {
  try {
    const { event, time, properties, received_ms: receivedMs, source } = JSON.parse(data) as Sent;
    return { id, event, time, properties, source, receivedAt: new Date(receivedMs).toISOString() };
  } catch {
    return undefined;
  }
}

/** A stream that was refused does not say why; the same request by other means does. */
async function whyRefused(address: string): Promise<Error> {
  const leave = new AbortController();
  try {
    const response = await fetch(address, { credentials: "same-origin", signal: leave.signal });
    if (response.ok) return new Error("The stream ended.");
    return failureOf(response, await response.json().catch(() => undefined));
  } catch {
    return new Error("The server cannot be reached.");
  } finally {
    leave.abort();
  }
}
