import { expect, test } from "vitest";
import { sampleText } from "./mask-secrets.ts";
import { makeSample } from "./sampler.ts";

test("what looks like a secret is masked, by its name or by its look", () => {
  const record = {
    event: "Sign in",
    properties: {
      token: "8c0b9b0e6f0f4ad3a5b1f2c9d7e84a10",
      password: "hunter2",
      user: { API_KEY: "abc", Authorization: "x", cookies: ["a=b"], name: "Ana" },
      header: "Bearer abcdefghijkl",
      jwt: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
      link: "postgres://ana:hunter2@db/shop",
      card: "paid with 4111 1111 1111 1111 today",
      plan: "pro",
      author: "Bo",
      count: 3,
    },
  };
  const text = sampleText(record);
  for (const secret of ["8c0b9b", "hunter2", "abc", "a=b", "eyJ", "4111"]) expect(text).not.toContain(secret);
  for (const kept of [
    "Sign in",
    '"plan":"pro"',
    '"count":3',
    '"name":"Ana"',
    '"author":"Bo"',
    "paid with",
    "today",
  ]) {
    expect(text).toContain(kept);
  }
});

test("a sample is short whatever came in", () => {
  let deep: unknown = "end";
  for (let level = 0; level < 10_000; level += 1) deep = [deep];
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`p${n}`, "x".repeat(1000)]));
  for (const record of [deep, wide, "x".repeat(1_000_000), [wide, wide], null, 5, undefined]) {
    expect(sampleText(record).length).toBeLessThan(4100);
  }
  expect(sampleText({ half: "\ud83d" }).isWellFormed()).toBe(true);
});

test("a sample names everybody it may be about, and can be written down", () => {
  const properties = { distinct_id: 5, $device_id: "d1", $user_id: "a\0b" };
  const { ids, field, message } = makeSample(
    "id_too_long",
    { properties },
    { field: "x\0", message: "y\ud83d" },
  );
  expect(ids.sort()).toEqual(["$device:d1", "5", "a␀b", "d1"].sort());
  expect([field, message]).toEqual(["x␀", "y�"]);
  expect(makeSample("not_json", Symbol("not JSON")).record).toBe("null");
});
