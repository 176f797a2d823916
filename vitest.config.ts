import { defineConfig } from "vitest/config";

/** Set by `npm run test:long`: the same suites of kills and random histories, in their full counts, and nothing else. */
const long = process.env.TRIBUTARY_TEST_LONG === "1";

/** One project per kind of test: those that need no database start at once. */
export default defineConfig({
  test: {
    testTimeout: long ? 3_600_000 : 120_000,
    hookTimeout: 120_000,
    // What is waited for comes when it comes: on a busy machine a second is not long.
    expect: { poll: { timeout: 20_000 } },
    pool: "forks",
    maxWorkers: long ? 1 : 2,
    projects: [
      ...(long
        ? []
        : [{ extends: true as const, test: { name: "unit", include: ["{src,web,scripts}/**/*.test.ts"] } }]),
      {
        extends: true,
        test: {
          name: "server",
          include: [long ? "tests/**/*.long.test.ts" : "tests/**/*.test.ts"],
          // Their samples are files of their own.
          exclude: ["**/node_modules/**", ...(long ? [] : ["tests/*/faults/*.long.test.ts"])],
          globalSetup: ["tests/support/postgres-for-tests.ts"],
        },
      },
    ],
  },
});
