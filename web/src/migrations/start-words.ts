import { ApiFailure } from "../api/failure.ts";

const TITLES: Record<string, string> = {
  source_unauthorized: "The tool refused the credentials",
  source_unavailable: "The tool cannot be reached",
  migration_running: "Another migration is running",
  over_limit: "There are too many events",
  unreachable: "This server cannot be reached",
};

/** Refused credentials, a tool that is away and a wrong field are different things to do something about. */
export const startTitle = (failure: unknown): string =>
  (failure instanceof ApiFailure ? TITLES[failure.type] : undefined) ?? "The migration was not started";
