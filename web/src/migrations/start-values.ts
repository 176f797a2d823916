import type { Tool } from "./changes.ts";
import type { MigrationRequest } from "./queries.ts";

export type StartValues = {
  tool: Tool;
  key: string;
  secret: string;
  from: string;
  to: string;
  region: "US" | "EU" | "IN";
  what: "all" | "events" | "profiles";
  userIdProperty: string;
  mapExperiments: boolean;
};

/** What the service is asked for; what was left empty is left out. */
export const requestOf = (values: StartValues): Omit<MigrationRequest, "PROJECT_TOKEN"> => ({
  SOURCE_API_KEY: values.key.trim(),
  SOURCE_API_SECRET: values.secret.trim(),
  REGION: values.region,
  ...(values.from === "" ? {} : { START_DATE: values.from }),
  ...(values.to === "" ? {} : { END_DATE: values.to }),
  ...(values.what === "events" ? { EVENTS_ONLY: true } : {}),
  ...(values.what === "profiles" ? { PROFILES_ONLY: true } : {}),
  ...(values.userIdProperty.trim() === "" ? {} : { USER_ID_PROPERTY: values.userIdProperty.trim() }),
  ...(values.mapExperiments ? { MAP_EXPERIMENTS: true } : {}),
});
