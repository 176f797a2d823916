export { PostgresStartError } from "./start-error.ts";
export { startPostgres } from "./start-postgres.ts";
export type { PostgresExit, RunningPostgres, StartPostgresOptions } from "./types.ts";
