import type { Random } from "../../src/journal/testing/random.ts";
import { CHANNELS, type Channel } from "./channels.ts";
import { choose } from "./choose.ts";
import { DEVICES, type Device } from "./devices.ts";
import { COMPANIES, type Company, FIRST_NAMES, LAST_NAMES } from "./names.ts";
import type { Place } from "./places.ts";

/** Somebody who comes to the shop; a member from the moment there is a user id. */
export type Visitor = {
  number: number;
  devices: { id: string; kind: Device }[];
  place: Place;
  channel: Channel;
  name: string;
  userId: string | null;
  email: string | null;
  company: Company | null;
  signedUpMs: number;
  lastSeenMs: number;
  orders: number;
  spentEuro: number;
  newsletter: boolean;
  /** Experiments this visitor takes part in, with the variant they got. */
  variants: Map<string, string>;
};

export function newVisitor(random: Random, number: number, place: Place): Visitor {
  return {
    number,
    devices: [newDevice(random, number, 1)],
    place,
    channel: choose(random, CHANNELS),
    name: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
    ...{ userId: null, email: null, company: null, signedUpMs: 0, lastSeenMs: 0 },
    ...{ orders: 0, spentEuro: 0, newsletter: false, variants: new Map() },
  };
}

const newDevice = (random: Random, number: number, nth: number) => ({
  id: `d-${number.toString(36).padStart(4, "0")}-${nth}`,
  kind: choose(random, DEVICES),
});

const OF_COMPANIES = 0.08;
const SECOND_DEVICE = 0.3;

/** From here on the visitor has a user id, and perhaps another device and an employer. */
export function becomeMember(random: Random, visitor: Visitor, atMs: number): void {
  visitor.userId = `u-${String(visitor.number).padStart(5, "0")}`;
  visitor.email = `${plain(visitor.name)}.${visitor.number}@example.com`;
  visitor.signedUpMs = atMs;
  visitor.newsletter = random.chance(0.45);
  if (random.chance(OF_COMPANIES)) visitor.company = random.pick(COMPANIES);
  if (random.chance(SECOND_DEVICE)) visitor.devices.push(newDevice(random, visitor.number, 2));
}

const plain = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/[^A-Za-z ]/g, "")
    .toLowerCase()
    .replace(" ", ".");

export const planOf = ({ company, orders }: Visitor): string =>
  company !== null ? "business" : orders >= 4 ? "plus" : "free";
