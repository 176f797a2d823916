import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { EXPERIMENTS } from "./support.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("sample sizes", () => {
  const ask = (body: object) => server.call("POST", `${EXPERIMENTS}/sample-size`, { body });
  test("for rates and means, with days", async () => {
    expect((await ask({ baseline: 0.05, lift: 0.2, units_per_day: 2000 })).body.results).toEqual({
      units_per_variant: 8155,
      units: 16310,
      days: 9,
    });
    expect((await ask({ baseline: 0.1, lift: 0.1 })).body.results).toEqual({
      units_per_variant: 14749,
      units: 29498,
      days: null,
    });
    expect(
      (await ask({ kind: "mean", baseline: 10, variance: 100, lift: 0.1 })).body.results.units_per_variant,
    ).toBe(1570);
    const huge = { kind: "mean", baseline: 1e200, variance: 1e-300, lift: 1 };
    expect((await ask(huge)).body.results.units_per_variant).toBe(2);
  });
  test.each([
    [{ baseline: 0, lift: 0.1 }, "baseline"],
    [{ kind: "mean", baseline: 0, variance: 1, lift: 0.1 }, "baseline"],
    [{ kind: "mean", baseline: 1e308, variance: 1, lift: 1e308 }, "lift"],
    [{ baseline: 0.9, lift: 0.5 }, "lift"],
    [{ baseline: 1.5, lift: 0.1 }, "baseline"],
    [{ baseline: 0.1, lift: 0 }, "lift"],
    [{ baseline: 0.1, lift: 1e-300 }, "lift"],
    [{ kind: "mean", baseline: 1, lift: 0.1 }, "variance"],
    [{ lift: 0.1 }, "baseline"],
    [{ baseline: "a", lift: 0.1 }, "baseline"],
  ])("%j is 400", async (body, field) => {
    expect(await ask(body)).toMatchObject({ status: 400, body: { field } });
  });
});
