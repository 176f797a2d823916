import { seededRandom } from "../../src/journal/testing/random.ts";
import { DAY_MS, HOUR_MS } from "../shop/calendar.ts";
import type { VendorEvent } from "./amplitude-server.ts";
import { vendorEvent } from "./vendor-events.ts";

export const HISTORY_DAYS = 6;
const DAYS_AGO = 110;

/** Midnight, UTC, of the first day that the old tool still has. */
export const historyBegins = (endMs: number): number =>
  Math.floor(endMs / DAY_MS) * DAY_MS - DAYS_AGO * DAY_MS;

const EVENTS = ["Page viewed", "Page viewed", "Page viewed", "Item viewed", "Item viewed", "Order placed"];
const COUNTRIES = ["Germany", "France", "United Kingdom", "United States"] as const;

/** What the shop sent to its old tool before it moved: a week's worth, as the tool exports it. */
export function makeHistory(seed: number, perDay: number, endMs: number): VendorEvent[] {
  const random = seededRandom(seed);
  const begin = historyBegins(endMs);
  return Array.from({ length: perDay * HISTORY_DAYS }, (_, index) => {
    const day = Math.floor(index / perDay);
    const user = 1 + random.below(perDay / 4);
    const signedIn = random.chance(0.7);
    const name = random.pick(EVENTS);
    return vendorEvent(begin + day * DAY_MS + random.below(23 * HOUR_MS), {
      ...{ event_type: name, device_id: `old-${user}`, country: random.pick(COUNTRIES), city: null },
      user_id: signedIn ? `u-${String(user).padStart(5, "0")}` : null,
      event_properties: name === "Order placed" ? { amount: 10 + random.below(200) } : { section: "home" },
      user_properties: signedIn ? { legacy_plan: random.pick(["basic", "gold"]) } : {},
    });
  });
}
