import { defineConfig } from "vitest/config";

/** One project per kind of test: those that need no database start at once. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "forks",
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "unit", include: ["src/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "server",
          include: ["tests/**/*.test.ts"],
          globalSetup: ["tests/support/postgres-for-tests.ts"],
        },
      },
    ],
  },
});
