import { type Random, seededRandom } from "../../src/journal/testing/random.ts";
import { browse } from "./browse.ts";
import { buy, signUpOrIn } from "./buy.ts";
import { DAY_MS, DAYS, firstDay, momentOn, sessionsOn } from "./calendar.ts";
import { choose } from "./choose.ts";
import { gatherCrowd, type Start } from "./crowd.ts";
import { PLACES } from "./places.ts";
import { refund } from "./refund.ts";
import { beginVisit, type ShopEvent } from "./visit.ts";
import type { Visitor } from "./visitors.ts";

export type ShopOptions = {
  seed: number;
  /** About, in the middle of the 90 days. */
  sessionsPerDay: number;
  /** Now: the last of the 90 days is cut off here. */
  endMs: number;
};

export type Shop = {
  /** Everything that happened, a session after the other. To be read once. */
  events(): Generator<ShopEvent>;
  /** Everybody so far; complete once all events have been read. */
  visitors: readonly Visitor[];
};

const OLD_MEMBERS_PER_SESSION = 1.1;

/** The same options give the same shop, to the last event. */
export function makeShop({ seed, sessionsPerDay, endMs }: ShopOptions): Shop {
  const random = seededRandom(seed);
  const begin = firstDay(endMs);
  const crowd = gatherCrowd(random, sessionsPerDay * OLD_MEMBERS_PER_SESSION, begin);
  const next = { event: counter(0), order: counter(10_000) };
  const insertId = () => `shop-${seed}-${next.event().toString(36)}`;

  function session(visitor: Visitor, day: number, startMs: number): ShopEvent[] {
    const events: ShopEvent[] = [];
    const wasMember = visitor.userId !== null;
    const visit = beginVisit({
      ...{ random, visitor, day, startMs, endMs, insertId },
      signedIn: wasMember && random.chance(0.75),
      take: (event) => events.push(event),
    });
    const cart = browse(visit);
    signUpOrIn(visit, wasMember ? 0.3 : 0.035);
    const order = buy(visit, cart, next.order);
    if (!wasMember && visitor.userId !== null) crowd.join(visitor);
    const back = order && refund(random, visitor, order, { boughtMs: visit.atMs, endMs, insertId });
    return back ? [...events, back] : events;
  }
  function* events(): Generator<ShopEvent> {
    for (let day = 0; day < DAYS; day += 1) {
      for (const start of sessionStarts(random, day, begin + day * DAY_MS, sessionsPerDay)) {
        if (start.startMs < endMs) yield* session(crowd.next(start), day, start.startMs);
      }
    }
  }
  return { events, visitors: crowd.visitors };
}

/** The sessions of a day in their order: nobody is a member before they have signed up. */
const sessionStarts = (random: Random, day: number, dayMs: number, perDay: number): Start[] =>
  Array.from({ length: sessionsOn(random, day, dayMs, perDay) }, () => {
    const place = choose(random, PLACES);
    return { place, startMs: momentOn(random, dayMs, place.utcOffsetHours) };
  }).sort((left, right) => left.startMs - right.startMs);

function counter(start: number): () => number {
  let count = start;
  return () => {
    count += 1;
    return count;
  };
}
