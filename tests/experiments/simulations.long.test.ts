import { expect, test } from "vitest";
import { rates, simulateFixed, simulatePeeking, spending, threeErrors } from "./simulate.ts";

/** The same experiments without and with an effect, so many times. */
const runs = process.env.TRIBUTARY_TEST_LONG === "1" ? 10_000 : 1_000;

const around = (share: number, expected: number) =>
  expect(Math.abs(share - expected)).toBeLessThanOrEqual(threeErrors(expected, runs));

test(`A/A of rates, ${runs} times: false findings within three standard errors of 5 %`, () => {
  const { rejected } = simulateFixed(rates(0.2), 1000, runs, 1);
  around(rejected / runs, 0.05);
});

test(`A/A of spending, ${runs} times: false findings within three standard errors of 5 %`, () => {
  const { rejected } = simulateFixed(spending(), 1000, runs, 2);
  around(rejected / runs, 0.05);
});

test(`A/A of rates under daily looks, ${runs} times: at most 5 % ever find something`, () => {
  const { rejected } = simulatePeeking(rates(0.2), 28, 100, runs, 3);
  expect(rejected / runs).toBeLessThanOrEqual(0.05);
});

test(`A/A of spending under daily looks, ${runs} times: at most 5 % ever find something`, () => {
  const { rejected } = simulatePeeking(spending(), 28, 100, runs, 4);
  expect(rejected / runs).toBeLessThanOrEqual(0.05);
});

test(`A/B with the planned sample size, ${runs} times: found as often as planned`, () => {
  // 20 % to 24 %, power 0.8: 1,680 units in each arm.
  const { rejected } = simulateFixed(rates(0.2, 0.2), 1680, runs, 5);
  around(rejected / runs, 0.8);
});

test(`A/B under daily looks, ${runs} times: a large effect is nearly always found`, () => {
  const { rejected } = simulatePeeking(rates(0.2, 0.5), 28, 100, runs, 6);
  expect(rejected / runs).toBeGreaterThan(0.95);
});
