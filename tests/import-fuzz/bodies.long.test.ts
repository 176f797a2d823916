import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { attack, expectSound } from "./attack.ts";

const COUNT = process.env.TRIBUTARY_TEST_LONG === "1" ? 100_000 : 5_000;

test(`${COUNT} odd bodies get an answer below 500 each, and what was taken can be read`, async () => {
  const server = await startTestServer();
  try {
    const outcome = await attack(server, COUNT, 2);
    await expectSound(server);
    expect(outcome.imported).toBeGreaterThan(0);
    process.stdout.write(`${JSON.stringify(outcome)}\n`);
  } finally {
    await server.close();
  }
});
