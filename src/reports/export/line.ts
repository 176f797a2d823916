import type { StoredEvent } from "../../events/index.ts";
import { ADDED_PROPERTIES, secondsOf } from "../exported-properties.ts";

/**
 * An event as one line of the export. Written piece by piece around the properties' own text: copying them into a new object first
 * would cost as much again, and would mistake a property called `__proto__`.
 */
export function exportLine(event: StoredEvent, timeInMs: boolean): string {
  let head = `{"event":${JSON.stringify(event.event)},"properties":{"time":${timeInMs ? event.timeMs : secondsOf(event)}`;
  const taken = Object.hasOwn(event.properties, "time") ? ["time"] : [];
  for (const [name, read] of ADDED_PROPERTIES) {
    const value = read(event);
    if (value === undefined) continue;
    head += `,"${name}":${JSON.stringify(value)}`;
    if (Object.hasOwn(event.properties, name)) taken.push(name);
  }
  const own = JSON.stringify(taken.length === 0 ? event.properties : without(event.properties, taken));
  return own === "{}" ? `${head}}}\n` : `${head},${own.slice(1)}}\n`;
}

/** A name stands once in a line. */
const without = (properties: StoredEvent["properties"], names: readonly string[]): object =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
