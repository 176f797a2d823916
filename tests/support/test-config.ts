import { type Config, readConfig } from "../../src/platform/config/index.ts";

export const TEMPLATE = "tributary_template";
/** The owner of the first organization in every test database. */
export const FIRST_ACCOUNT = { username: "first.service-account", secret: "first-secret-of-the-tests" };
export const FIRST_CREDENTIALS = `${FIRST_ACCOUNT.username}:${FIRST_ACCOUNT.secret}`;

/** The defaults a real start would use, on a free port, with what the test wants otherwise. */
export function testConfig(overrides: Partial<Config>): Config {
  const config = readConfig({ PORT: "0", HOST: "127.0.0.1", SHUTDOWN_TIMEOUT_S: "5" }, []);
  if (!config.ok) throw new Error("the default settings do not fit");
  return { ...config.value, ...overrides };
}
