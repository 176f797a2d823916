import { expect, test } from "vitest";
import { createUnpacking } from "./unpacking.ts";

test("so many unpack at once, and what is unpacked stays within its bound", async () => {
  const { run } = createUnpacking({ atOnce: 2, bytesMax: 100 });
  const seen = { unpacking: 0, unpackingMost: 0, bytes: 0, bytesMost: 0, done: [] as number[] };
  const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
  await Promise.all(
    [60, 60, 30, 200, 10, 40, 40].map((size, index) =>
      run(
        async () => {
          seen.unpackingMost = Math.max(seen.unpackingMost, ++seen.unpacking);
          await pause();
          seen.unpacking -= 1;
          return size;
        },
        (bytes) => bytes,
        async (bytes) => {
          seen.bytes += bytes;
          seen.bytesMost = Math.max(seen.bytesMost, bytes === 200 ? 0 : seen.bytes);
          await pause();
          seen.bytes -= bytes;
          seen.done.push(index);
        },
      ),
    ),
  );
  expect(seen.unpackingMost).toBe(2);
  expect(seen.bytesMost).toBeLessThanOrEqual(100);
  expect(seen.done.sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test("a failure leaves its place to others", async () => {
  const { run } = createUnpacking({ atOnce: 1, bytesMax: 10 });
  const broken = run(
    () => Promise.reject(new Error("broken")),
    () => 0,
    async () => 1,
  );
  await expect(broken).rejects.toThrow("broken");
  const failing = run(
    async () => 10,
    (bytes) => bytes,
    () => Promise.reject(new Error("later")),
  );
  await expect(failing).rejects.toThrow("later");
  expect(
    await run(
      async () => 10,
      (bytes) => bytes,
      async (bytes) => bytes,
    ),
  ).toBe(10);
});
