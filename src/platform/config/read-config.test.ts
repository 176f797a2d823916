import { expect, test } from "vitest";
import { settingsHelp } from "./help.ts";
import { describeConfigFailure, readConfig } from "./read-config.ts";
import { SETTINGS } from "./settings.ts";

const read = (environment: Record<string, string>, flags: string[] = []) => readConfig(environment, flags);
const configOf = (environment: Record<string, string>, flags: string[] = []) => {
  const config = read(environment, flags);
  if (!config.ok) throw new Error(config.failure.map(describeConfigFailure).join("\n"));
  return config.value;
};
const sentences = (environment: Record<string, string>, flags: string[] = []) => {
  const config = read(environment, flags);
  return config.ok ? [] : config.failure.map(describeConfigFailure);
};

test("every setting has a default that passes its own check", () => {
  const config = configOf({});
  expect(config).toMatchObject({
    PORT: 8080,
    DATA_DIR: "./data",
    REGION: "us",
    TRUST_PROXY: [],
    REGION_URLS: {},
  });
  expect(config.DATABASE_URL).toBeUndefined();
});

test("a flag wins over the environment, in either form", () => {
  expect(configOf({ PORT: "1" }, ["--port", "2"]).PORT).toBe(2);
  expect(configOf({ DATA_DIR: "a" }, ["--data-dir=b c"]).DATA_DIR).toBe("b c");
});

test("an empty variable counts as not set", () => {
  expect(configOf({ PORT: "", DATABASE_URL: "" })).toMatchObject({ PORT: 8080 });
});

test("help lists every setting with its flag", () => {
  for (const name of Object.keys(SETTINGS)) expect(settingsHelp()).toContain(name);
  expect(settingsHelp()).toContain("--data-dir");
});

test.each([
  ["PORT", "http", "a whole number from 0 to 65535"],
  ["PORT", "65536", "a whole number from 0 to 65535"],
  ["PORT", "-1", "a whole number"],
  ["HOST", "a b", "an IP address or a host name"],
  ["PUBLIC_URL", "analytics.example.com", "https://analytics.example.com"],
  ["PUBLIC_URL", "ftp://x", "an address"],
  ["PUBLIC_URL", "https://x.example.com/api/app", "an address"],
  ["PUBLIC_URL", "https://user:pw@x", "an address"],
  ["TRUST_PROXY", "everyone", "addresses and networks"],
  ["TRUST_PROXY", "10.0.0.0/33", "addresses and networks"],
  ["DATABASE_POOL_MAX", "1", "from 2 to 200"],
  ["REGION", "mars", "one of us, eu, in"],
  ["REGION_URLS", "eu", "pairs such as"],
  ["REGION_URLS", "mars=https://x", "pairs such as"],
  ["LOG_LEVEL", "loud", "one of trace"],
  ["LOG_FORMAT", "xml", "one of auto"],
  ["SHUTDOWN_TIMEOUT_S", "0", "from 1 to 3600"],
  ["AUTH_FAILURES_PER_MINUTE", "many", "a whole number"],
  ["PROJECT_PURGE_DAYS", "1.5", "a whole number"],
])("%s=%s stops the start and says what was expected", (name, value, expected) => {
  const [sentence, ...more] = sentences({ [name]: value });
  expect(more).toEqual([]);
  expect(sentence).toContain(name);
  expect(sentence).toContain(value);
  expect(sentence).toContain(expected);
});

test.each([
  ["DATABASE_URL", "mysql://root:hunter2hunter2@x"],
  ["BOOTSTRAP_SERVICE_ACCOUNT", "no-colon-hunter2hunter2"],
  ["BOOTSTRAP_SERVICE_ACCOUNT", "user:short"],
  ["BOOTSTRAP_PROJECT_TOKEN", "hunter2hunter2"],
])("a wrong %s is refused without repeating it", (name, value) => {
  const [sentence] = sentences({ [name]: value });
  expect(sentence).toContain(name);
  expect(sentence).not.toContain("hunter2");
});

test("all faults are told at once", () => {
  expect(sentences({ PORT: "x", REGION: "y" }, ["--nope", "--host"])).toHaveLength(4);
});

test("region addresses, proxies and a service account come out parsed", () => {
  const config = configOf({
    REGION_URLS: "us=https://a.example.com/, eu=https://eu.a.example.com",
    TRUST_PROXY: "127.0.0.1, 10.0.0.0/8",
    BOOTSTRAP_SERVICE_ACCOUNT: "ci:a:secret:with:colons",
  });
  expect(config.REGION_URLS).toEqual({ us: "https://a.example.com", eu: "https://eu.a.example.com" });
  expect(config.TRUST_PROXY).toEqual(["127.0.0.1", "10.0.0.0/8"]);
  expect(config.BOOTSTRAP_SERVICE_ACCOUNT).toEqual({ username: "ci", secret: "a:secret:with:colons" });
});

test("a setting of a part that is not built yet stops the start instead of being ignored", () => {
  expect(sentences({ CLICKHOUSE_URL: "http://x" })[0]).toContain("CLICKHOUSE_URL");
});

test("the value of a misspelled flag is not repeated", () => {
  const told = sentences({}, ["--databse-url", "postgres://me:hunter2@h/db", "--port", "1"]);
  expect(told).toHaveLength(1);
  expect(told[0]).not.toContain("hunter2");
});
