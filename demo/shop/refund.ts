import type { Random } from "../../src/journal/testing/random.ts";
import type { Order } from "./buy.ts";
import { DAY_MS } from "./calendar.ts";
import { between } from "./choose.ts";
import type { ShopEvent } from "./visit.ts";
import type { Visitor } from "./visitors.ts";

const SHARE = 0.05;
const REASONS = ["damaged", "changed_mind", "wrong_item", "late_delivery"] as const;

/** Days after some orders, from the shop's own systems: with a user id and without a device. Null: it stays bought. */
export function refund(
  random: Random,
  { userId }: Visitor,
  order: Order,
  { boughtMs, endMs, insertId }: { boughtMs: number; endMs: number; insertId(): string },
): ShopEvent | null {
  const time = boughtMs + between(random, 2 * DAY_MS, 12 * DAY_MS);
  if (!random.chance(SHARE) || userId === null || time >= endMs) return null;
  return {
    event: "Refund Issued",
    properties: {
      ...{ time, distinct_id: userId, $user_id: userId, $insert_id: insertId() },
      ...{ order_id: order.id, amount: order.revenue, currency: order.currency },
      reason: random.pick(REASONS),
    },
  };
}
