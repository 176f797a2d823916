export type { MigrationDeps } from "./deps.ts";
export { forgetDetailsJob, rollBackMigrationJob, runMigrationJob } from "./jobs.ts";
export { createOrigins } from "./origins/registry.ts";
export { migrationRoutes } from "./routes.ts";
export { RETRY, type RetrySettings } from "./run/retry.ts";
export { peopleStore as migrationPeople } from "./store/people-store.ts";
