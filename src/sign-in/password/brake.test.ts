import { expect, test } from "vitest";
import { createBrake } from "./brake.ts";
import { createTurns } from "./turns.ts";

const PAUSE_MS = 5;

function guessing() {
  let failures = 0;
  const tried: string[] = [];
  const inTurn = createTurns({ atOnce: 1, waitingMax: 100 });
  const brake = createBrake(() => failures >= 3, inTurn, PAUSE_MS);
  const guess = (password: string, address = "192.0.2.1") =>
    brake(address, async () => {
      tried.push(password);
      const isRight = password === "right";
      if (!isRight) failures += 1;
      return isRight;
    });
  return { guess, tried };
}

test("of many guesses sent at once only the first few are looked at", async () => {
  const { guess, tried } = guessing();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => guess(`guess ${index}`)));
  expect(tried).toHaveLength(3);
  expect(answers.filter(({ ok }) => !ok)).toHaveLength(17);
});

test("afterwards one at a time from the network, and the right one passes", async () => {
  const { guess, tried } = guessing();
  for (const wrong of ["a", "b", "c"]) await guess(wrong);
  const [slow, second] = await Promise.all([guess("right"), guess("right")]);
  expect(slow).toEqual({ ok: true, value: true });
  expect(second).toEqual({ ok: false, failure: { code: "too_many_failures" } });
  expect(tried).toEqual(["a", "b", "c", "right"]);
  const neighbours = [guess("d", "2001:db8::1"), guess("e", "2001:db8::2"), guess("f", "2001:db8:0:1::1")];
  expect((await Promise.all(neighbours)).map(({ ok }) => ok)).toEqual([true, false, true]);
});
