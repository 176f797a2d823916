import { type Random, seededRandom } from "../../src/journal/testing/random.ts";
import { browse } from "./browse.ts";
import { buy, type Order, signUpOrIn } from "./buy.ts";
import { DAY_MS, DAYS, firstDay, momentOn, sessionsOn } from "./calendar.ts";
import { between } from "./choose.ts";
import { beginVisit, type ShopEvent } from "./visit.ts";
import { becomeMember, newVisitor, type Visitor } from "./visitors.ts";

export type ShopOptions = {
  seed: number;
  /** About, in the middle of the 90 days. */
  sessionsPerDay: number;
  /** Now: the last of the 90 days is cut off here. */
  endMs: number;
};

export type Shop = {
  /** Everything that happened, a day at a time. To be read once. */
  events(): Generator<ShopEvent>;
  /** Everybody so far; complete once all events have been read. */
  visitors: readonly Visitor[];
};

const OLD_MEMBERS_PER_SESSION = 1.1;

/** The same options give the same shop, to the last event. */
export function makeShop({ seed, sessionsPerDay, endMs }: ShopOptions): Shop {
  const random = seededRandom(seed);
  const visitors: Visitor[] = [];
  const members: Visitor[] = [];
  const counts = { events: 0, orders: 10_000 };
  const begin = firstDay(endMs);
  const add = (): Visitor => {
    const visitor = newVisitor(random, visitors.length + 1);
    visitors.push(visitor);
    return visitor;
  };
  for (let index = sessionsPerDay * OLD_MEMBERS_PER_SESSION; index > 0; index -= 1) {
    const visitor = add();
    becomeMember(random, visitor, begin - between(random, 1, 500) * DAY_MS);
    members.push(visitor);
  }
  const insertId = () => {
    counts.events += 1;
    return `shop-${seed}-${counts.events.toString(36)}`;
  };
  const orderNumber = () => {
    counts.orders += 1;
    return counts.orders;
  };
  function* events(): Generator<ShopEvent> {
    for (let day = 0; day < DAYS; day += 1) {
      const dayMs = begin + day * DAY_MS;
      for (let session = sessionsOn(random, day, dayMs, sessionsPerDay); session > 0; session -= 1) {
        const visitor = whoComes(random, members, visitors) ?? add();
        const wasMember = visitor.userId !== null;
        const startMs = momentOn(random, dayMs, visitor.place.utcOffsetHours);
        if (startMs >= endMs) continue;
        const taken: ShopEvent[] = [];
        const signedIn = wasMember && random.chance(0.75);
        const visit = beginVisit({
          ...{ random, visitor, day, startMs, endMs, signedIn, insertId },
          take: (event) => taken.push(event),
        });
        const cart = browse(visit);
        signUpOrIn(visit, wasMember ? 0.3 : 0.035);
        const order = buy(visit, cart, orderNumber);
        if (!wasMember && visitor.userId !== null) members.push(visitor);
        yield* taken;
        if (order !== null) yield* refund(random, visitor, order, { boughtMs: visit.atMs, endMs, insertId });
      }
    }
  }
  return { events, visitors };
}

/** A member, somebody who was there before, or (undefined) somebody new. Those who came last come back most. */
function whoComes(random: Random, members: readonly Visitor[], visitors: readonly Visitor[]) {
  const kind = random.next();
  if (kind < 0.4) return members[Math.floor(members.length * random.next() ** 0.7)];
  if (kind < 0.6) return visitors[Math.floor(visitors.length * random.next() ** 0.5)];
  return undefined;
}

const REASONS = ["damaged", "changed_mind", "wrong_item", "late_delivery"] as const;

/** Days later, from the shop's own systems: with a user id and without a device. */
function* refund(
  random: Random,
  { userId }: Visitor,
  order: Order,
  { boughtMs, endMs, insertId }: { boughtMs: number; endMs: number; insertId(): string },
): Generator<ShopEvent> {
  const time = boughtMs + between(random, 2 * DAY_MS, 12 * DAY_MS);
  if (!random.chance(0.05) || userId === null || time >= endMs) return;
  const properties = {
    ...{ time, distinct_id: userId, $user_id: userId, $insert_id: insertId() },
    ...{ order_id: order.id, amount: order.revenue, currency: order.currency, reason: random.pick(REASONS) },
  };
  yield { event: "Refund Issued", properties };
}
