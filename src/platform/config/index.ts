export { settingsHelp, settingsTable } from "./help.ts";
export { type Config, type ConfigFailure, describeConfigFailure, readConfig } from "./read-config.ts";
export { isRegion, REGIONS, type Region, type RegionUrls } from "./regions.ts";
export { systemEnvironment } from "./system-environment.ts";
