import { Type } from "typebox";
import { expect, test } from "vitest";
import { bindJob } from "./bind-job.ts";
import { type JobKind, job } from "./job.ts";

const declare = (options: Partial<JobKind<typeof Payload>>) =>
  job({ name: "test.declared", payload: Payload, attemptsMax: 1, ...options, async run(_deps: object) {} });
const Payload = Type.Object({ n: Type.Number() });

test("a declaration that cannot work is refused where it is written", () => {
  expect(() => declare({ name: "has spaces" })).toThrow('"has spaces" cannot be the name of a job');
  expect(() => declare({ attemptsMax: 0 })).toThrow(
    "attemptsMax must be a whole number from 1 to 1000, not 0",
  );
  expect(() => declare({ timeoutMs: 24 * 3_600_000 })).toThrow("job test.declared: timeoutMs");
  expect(() => declare({ parallelMax: 1.5 })).toThrow("parallelMax");
  expect(declare({}).name).toBe("test.declared");
});

test("payload and dependencies are typed by the declaration", () => {
  type Deps = { add(n: number): void };
  const typed = job({
    name: "test.typed",
    payload: Payload,
    attemptsMax: 1,
    serialBy: ({ n }) => n.toFixed(0),
    async run(deps: Deps, { n }) {
      deps.add(n);
      // @ts-expect-error the payload has no such field
      void (({ m }: typeof Payload.static) => m);
    },
  });
  // @ts-expect-error a dependency is missing
  bindJob(typed, {});
  expect(bindJob(typed, { add: () => undefined }).kind.name).toBe("test.typed");
});

test("a payload that does not fit is refused with the fields that are wrong", async () => {
  const bound = bindJob(declare({}), {});
  const context = { signal: new AbortController().signal } as Parameters<typeof bound.run>[1];
  expect(await bound.run({ n: 1 }, context)).toEqual({ ok: true, value: undefined });
  expect(await bound.run({ n: "1" }, context)).toEqual({
    ok: false,
    failure: {
      code: "payload_unfit",
      reason: "the payload does not fit the schema of job test.declared: /n must be number",
    },
  });
});
