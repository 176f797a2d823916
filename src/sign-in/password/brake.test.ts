import { expect, test } from "vitest";
import { createBrake } from "./brake.ts";
import { createTurns } from "./turns.ts";

const PAUSE_MS = 5;
const FAILURES_MAX = 3;

function guessing(known: readonly string[] = []) {
  const byAddress = new Map<string, number>();
  const byAccount = new Map<string, number>();
  const tried: string[] = [];
  const isOver = (failures: Map<string, number>) => (key: string) => (failures.get(key) ?? 0) >= FAILURES_MAX;
  const brake = createBrake(
    {
      isOver: isOver(byAddress),
      isAccountOver: isOver(byAccount),
      isKnown: async (_account, address) => known.includes(address),
      inTurn: createTurns({ atOnce: 1, waitingMax: 100 }),
    },
    PAUSE_MS,
  );
  const guess = (password: string, address = "192.0.2.1", account = "ana@example.com") =>
    brake({ address, account }, async () => {
      tried.push(password);
      const isRight = password === "right";
      if (!isRight)
        for (const [failures, key] of [
          [byAddress, address],
          [byAccount, account],
        ] as const)
          failures.set(key, (failures.get(key) ?? 0) + 1);
      return isRight;
    });
  return { guess, tried };
}

test("of many guesses sent at once only the first few are looked at", async () => {
  const { guess, tried } = guessing();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => guess(`guess ${index}`)));
  expect(tried).toHaveLength(FAILURES_MAX);
  expect(answers.filter(({ ok }) => !ok)).toHaveLength(17);
});

test("afterwards one at a time from the network, and the right one passes", async () => {
  const { guess, tried } = guessing();
  for (const wrong of ["a", "b", "c"]) await guess(wrong, "2001:db8::1");
  const [slow, second] = await Promise.all([guess("right", "2001:db8::1"), guess("right", "2001:db8::1")]);
  expect(slow).toEqual({ ok: true, value: true });
  expect(second).toEqual({ ok: false, failure: { code: "too_many_failures" } });
  expect(tried).toEqual(["a", "b", "c", "right"]);
});

test("guesses for one account from many addresses wait behind each other, and the right one passes", async () => {
  const { guess } = guessing();
  for (const index of [1, 2, 3]) await guess("wrong", `198.51.100.${index}`);
  const many = await Promise.all(
    Array.from({ length: 20 }, (_, index) => guess("wrong", `203.0.113.${index}`)),
  );
  expect(many.filter(({ ok }) => ok)).toHaveLength(6);
  expect(await guess("right", "192.0.2.77")).toEqual({ ok: true, value: true });
});

test("guesses of others slow down neither other accounts nor a network the member has signed in from", async () => {
  const { guess } = guessing(["192.0.2.9"]);
  for (const index of [1, 2, 3]) await guess("wrong", `198.51.100.${index}`);
  const waiting = Promise.all(Array.from({ length: 20 }, (_, index) => guess("wrong", `203.0.113.${index}`)));
  expect(await guess("right", "192.0.2.9")).toEqual({ ok: true, value: true });
  expect(await guess("right", "192.0.2.8", "bo@example.com")).toEqual({ ok: true, value: true });
  await waiting;
});
