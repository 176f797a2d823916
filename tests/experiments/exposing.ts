import { sendEvents, waitUntilLoaded } from "../support/events.ts";
import type { TestServer } from "../support/test-server.ts";
import { experimentsOf } from "./support.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

let sent = 0;

/** An event so many hours after the start of the experiment. */
export const event = (name: string, distinctId: string, hours: number, properties: object = {}) => ({
  name,
  distinctId,
  hours,
  properties,
});
export type Event = ReturnType<typeof event>;

export const exposure = (
  experiment: string,
  distinctId: string,
  variant: string,
  hours = 0,
  more: object = {},
) =>
  event("$experiment_started", distinctId, hours, {
    "Experiment name": experiment,
    "Variant name": variant,
    ...more,
  });

/** An experiment that was launched ten days ago, with what happened since. */
export async function runExperiment(
  server: TestServer,
  body: object,
  events: (name: string) => Event[],
  startedDaysAgo = 10,
) {
  const at = experimentsOf(server);
  sent += 1;
  const name = `Experiment ${sent}`;
  const startMs = Math.floor((Date.now() - startedDaysAgo * DAY_MS) / 1000) * 1000;
  const { id } = await at.create({ name, ...body });
  await at.update(id, { start_date: new Date(startMs).toISOString() });
  await at.launch(id);
  await send(server, startMs, events(name));
  return { id: id as string, name, startMs };
}

export async function send(server: TestServer, startMs: number, events: readonly Event[]): Promise<void> {
  for (let from = 0; from < events.length; from += 2000) {
    const records = events.slice(from, from + 2000).map(({ name, distinctId, hours, properties }) => {
      sent += 1;
      const time = startMs + Math.round(hours * HOUR_MS);
      const ids = distinctId === "" ? {} : { distinct_id: distinctId };
      return { event: name, properties: { time, $insert_id: `sent-${sent}`, ...ids, ...properties } };
    });
    const { status, body } = await sendEvents(server, records);
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
  await waitUntilLoaded(server);
}
