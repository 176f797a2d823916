import { expect, test } from "vitest";
import { DAY_MS, DAYS } from "../../demo/shop/calendar.ts";
import { makeShop } from "../../demo/shop/make-shop.ts";

const endMs = Date.parse("2026-06-30T15:30:00Z");
const make = (seed: number) => [...makeShop({ seed, sessionsPerDay: 12, endMs }).events()];
const timeOf = ({ properties }: { properties: Record<string, unknown> }) => Number(properties.time);

test("the same seed gives the same shop, another one another", () => {
  const first = JSON.stringify(make(7));
  expect(JSON.stringify(make(7)) === first).toBe(true);
  expect(JSON.stringify(make(8)) === first).toBe(false);
});

test("events fill 90 days up to now, each with a key of its own, more of them at the end than at the beginning", () => {
  const events = make(7);
  const times = events.map(timeOf);
  expect(Math.max(...times)).toBeLessThan(endMs);
  const days = new Set(times.map((time) => Math.floor(time / DAY_MS)));
  expect(days.size).toBe(DAYS);
  expect(new Set(events.map(({ properties }) => properties.$insert_id)).size).toBe(events.length);
  const middle = endMs - 45 * DAY_MS;
  const late = times.filter((time) => time >= middle).length;
  expect(late).toBeGreaterThan(events.length / 2);
});

test("whoever signs up was a device before, and is nobody's user until then", () => {
  const events = make(7);
  const signUps = events.filter(({ event }) => event === "Signed Up");
  expect(signUps.length).toBeGreaterThan(20);
  for (const signUp of signUps) {
    const { $user_id, $device_id } = signUp.properties;
    const asDevice = events.filter(({ properties }) => properties.distinct_id === `$device:${$device_id}`);
    const asUser = events.filter(({ properties }) => properties.$user_id === $user_id);
    expect(Math.min(...asDevice.map(timeOf))).toBeLessThan(timeOf(signUp));
    expect(Math.min(...asUser.map(timeOf))).toBe(timeOf(signUp));
  }
});
