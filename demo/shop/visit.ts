import type { Random } from "../../src/journal/testing/random.ts";
import { between } from "./choose.ts";
import { spoil } from "./spoil.ts";
import type { Visitor } from "./visitors.ts";

export type Properties = Record<string, unknown>;
export type ShopEvent = { event: string; properties: Properties };

/** One visitor's session, as it goes on. */
export type Visit = {
  random: Random;
  visitor: Visitor;
  /** Days since the first. */
  day: number;
  /** Whether events carry the user id already. */
  signedIn: boolean;
  atMs: number;
  /** The next event, some seconds after the one before. */
  emit(event: string, properties?: Properties, seconds?: number): void;
};

export type VisitOptions = {
  random: Random;
  visitor: Visitor;
  day: number;
  startMs: number;
  /** Nothing happens after this. */
  endMs: number;
  signedIn: boolean;
  insertId(): string;
  take(event: ShopEvent): void;
};

export function beginVisit({ startMs, endMs, insertId, take, ...rest }: VisitOptions): Visit {
  const { random, visitor } = rest;
  const device = random.pick(visitor.devices);
  const everywhere = {
    ...device.kind,
    $city: visitor.place.city,
    $region: visitor.place.region,
    mp_country_code: visitor.place.country,
    app_version: versionOn(rest.day),
  };
  const visit: Visit = {
    ...rest,
    atMs: startMs,
    emit(event, properties = {}, seconds = between(random, 4, 95)) {
      visit.atMs += seconds * 1000 + random.below(1000);
      if (visit.atMs >= endMs) return;
      const ids = idsOf(visit, device.id);
      const record = {
        event,
        properties: { time: visit.atMs, ...ids, $insert_id: insertId(), ...everywhere, ...properties },
      };
      spoil(random, record);
      visitor.lastSeenMs = visit.atMs;
      take(record);
    },
  };
  return visit;
}

/** Before the sign-in an event knows the device alone; one event with both ids makes them one person. */
function idsOf({ signedIn, visitor }: Visit, deviceId: string): Properties {
  if (!signedIn || visitor.userId === null)
    return { distinct_id: `$device:${deviceId}`, $device_id: deviceId };
  return {
    ...{ distinct_id: visitor.userId, $user_id: visitor.userId, $device_id: deviceId },
    ...(visitor.company === null ? {} : { company_id: visitor.company.id }),
  };
}

/** A release every three weeks. */
const versionOn = (day: number): string => `4.${Math.floor(day / 21)}.0`;
