import type { Random } from "../../src/journal/testing/random.ts";
import { DAY_MS } from "./calendar.ts";
import { between, choose } from "./choose.ts";
import { PLACES, type Place } from "./places.ts";
import { becomeMember, newVisitor, type Visitor } from "./visitors.ts";

/** When a session begins, and about where. */
export type Start = { place: Place; startMs: number };

/** Everybody who has been to the shop. */
export type Crowd = {
  visitors: readonly Visitor[];
  /** Whoever comes then: a member, somebody who was there before, or somebody new. */
  next(start: Start): Visitor;
  /** Notes that a visitor has signed up. */
  join(visitor: Visitor): void;
};

const TRIES = 4;
const SAME_EVENING_HOURS = 3;

/** Begins with so many members from before the first day. */
export function gatherCrowd(random: Random, oldMembers: number, beginMs: number): Crowd {
  const visitors: Visitor[] = [];
  const members: Visitor[] = [];
  const add = (place: Place): Visitor => {
    const visitor = newVisitor(random, visitors.length + 1, place);
    visitors.push(visitor);
    return visitor;
  };
  for (let left = oldMembers; left > 0; left -= 1) {
    const visitor = add(choose(random, PLACES));
    becomeMember(random, visitor, beginMs - between(random, 1, 500) * DAY_MS);
    members.push(visitor);
  }
  return {
    visitors,
    join: (visitor) => void members.push(visitor),
    next(start) {
      const kind = random.next();
      const known = kind < 0.4 ? comesBack(random, members, 0.7, start) : undefined;
      const seen = kind >= 0.4 && kind < 0.6 ? comesBack(random, visitors, 0.5, start) : undefined;
      return known ?? seen ?? add(start.place);
    },
  };
}

/** Somebody for whom it is about the same time of day. The smaller the lean, the more of those who came last. */
function comesBack(
  random: Random,
  among: readonly Visitor[],
  lean: number,
  { place, startMs }: Start,
): Visitor | undefined {
  let found: Visitor | undefined;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const one = among[Math.floor(among.length * random.next() ** lean)];
    // Nobody is in the shop twice at once.
    if (one === undefined || one.lastSeenMs >= startMs) continue;
    found = one;
    if (Math.abs(one.place.utcOffsetHours - place.utcOffsetHours) <= SAME_EVENING_HOURS) break;
  }
  return found;
}
