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

type Sent = {
  event: string;
  time: string;
  properties: Record<string, unknown>;
  received_ms: number;
  source: string;
};

export function readLiveEvent(id: string, data: string): ShownEvent | undefined {
  try {
    const { event, time, properties, received_ms: receivedMs, source } = JSON.parse(data) as Sent;
    return { id, event, time, properties, source, receivedAt: new Date(receivedMs).toISOString() };
  } catch {
    return undefined;
  }
}

/** A stream that was refused does not say why; the same request by other means does. */
export async function whyRefused(address: string): Promise<Error> {
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
