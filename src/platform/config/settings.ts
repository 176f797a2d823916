import { isIP } from "node:net";
import { LOG_LEVELS } from "../log.ts";
import { parseRegionUrls, REGIONS } from "./regions.ts";
import { oneOf, origin, postgresUrl, type Setting, text, wholeNumber } from "./setting.ts";

const setting = <Value>(declared: Setting<Value>): Setting<Value> => declared;

/** Every setting there is. Help, the README's table and the checks at start all come from these lines. */
export const SETTINGS = {
  PORT: setting({
    sentence: "Port the server listens on; 0 takes a free one.",
    expected: "a whole number from 0 to 65535",
    preset: "8080",
    parse: wholeNumber(0, 65_535),
  }),
  HOST: setting({
    sentence: "Address the server listens on; 0.0.0.0 opens it to the network.",
    expected: "an IP address or a host name",
    preset: "localhost",
    parse: (value) => (isIP(value) || /^(?![\d.]+$)[A-Za-z0-9.-]+$/.test(value) ? value : undefined),
  }),
  PUBLIC_URL: setting({
    sentence: "Address clients reach the server by, when it differs from http://HOST:PORT.",
    expected: "an address such as https://analytics.example.com",
    preset: undefined,
    parse: origin,
  }),
  TRUST_PROXY: setting({
    sentence: "Proxies whose X-Forwarded-For and X-Forwarded-Proto headers count, separated by commas.",
    expected: "'none', or addresses and networks such as 127.0.0.1,10.0.0.0/8",
    preset: "none",
    parse: parseProxies,
  }),
  DATA_DIR: setting({
    sentence: "Folder that holds everything the server keeps.",
    expected: "a path",
    preset: "./data",
    parse: text,
  }),
  DATABASE_URL: setting({
    sentence: "Postgres 14 or later to use as control database instead of the embedded one.",
    expected: "an address such as postgres://user:password@host:5432/tributary",
    preset: undefined,
    parse: postgresUrl,
    secret: true,
  }),
  DATABASE_POOL_MAX: setting({
    sentence: "Most connections the server opens to the control database for requests.",
    expected: "a whole number from 2 to 200",
    preset: "10",
    parse: wholeNumber(2, 200),
  }),
  REGION: setting({
    sentence: "Region this server belongs to; it serves projects of this data residency only.",
    expected: `one of ${REGIONS.join(", ")}`,
    preset: "us",
    parse: oneOf(REGIONS),
  }),
  REGION_URLS: setting({
    sentence: "Addresses of the servers of the regions, named to callers who ask in the wrong one.",
    expected: "pairs such as us=https://a.example.com,eu=https://eu.a.example.com",
    preset: "",
    parse: parseRegionUrls,
  }),
  LOG_LEVEL: setting({
    sentence: "Least severe log lines that are written; debug adds a line for each request.",
    expected: `one of ${LOG_LEVELS.join(", ")}`,
    preset: "info",
    parse: oneOf(LOG_LEVELS),
  }),
  LOG_FORMAT: setting({
    sentence: "Form of the log: auto is pretty in a terminal and json otherwise.",
    expected: "one of auto, pretty, json",
    preset: "auto",
    parse: oneOf(["auto", "pretty", "json"]),
  }),
  SHUTDOWN_TIMEOUT_S: setting({
    sentence: "Seconds that requests and jobs in flight get to finish when the server is asked to stop.",
    expected: "a whole number from 1 to 3600",
    preset: "30",
    parse: wholeNumber(1, 3600),
  }),
  AUTH_FAILURES_PER_MINUTE: setting({
    sentence:
      "Failed sign-ins from one client address, or to one member's account, in a minute before further ones are slowed down and get 429; a right secret always passes; 0 switches this off.",
    expected: "a whole number from 0 to 100000",
    preset: "10",
    parse: wholeNumber(0, 100_000),
  }),
  SESSION_MAX_DAYS: setting({
    sentence:
      "Days after which a member signs in again however often the session was used; unused ones end after seven days.",
    expected: "a whole number from 1 to 365",
    preset: "30",
    parse: wholeNumber(1, 365),
  }),
  STATUS_TOKEN: setting({
    sentence:
      "Token that /metrics and the details of /readyz need, as 'Authorization: Bearer …'. Without it they are open to loopback and private networks alone.",
    expected: "16 to 255 characters without spaces",
    preset: undefined,
    parse: (value) => (/^\S{16,255}$/.test(value) ? value : undefined),
    secret: true,
  }),
  FLAG_DEFINITIONS_ACCESS: setting({
    sentence:
      "What /flags/definitions needs: token, the project's public token, which reads the rules without test users; or service-account, a service account of the project.",
    expected: "one of token, service-account",
    preset: "token",
    parse: oneOf(["token", "service-account"]),
  }),
  PROJECT_PURGE_DAYS: setting({
    sentence: "Days after which a deleted project's data is purged for good.",
    expected: "a whole number from 0 to 3650",
    preset: "60",
    parse: wholeNumber(0, 3650),
  }),
  IMPORT_EVENTS_MAX: setting({
    sentence: "Most events one request may bring.",
    expected: "a whole number from 1 to 100000",
    preset: "2000",
    parse: wholeNumber(1, 100_000),
  }),
  IMPORT_BODY_MAX_BYTES: setting({
    sentence: "Largest body of one request, before and after unpacking.",
    expected: "a whole number from 1024 to 67108864",
    preset: "10485760",
    parse: wholeNumber(1024, 67_108_864),
  }),
  IMPORT_EVENTS_PER_MINUTE: setting({
    sentence: "Events one project may send in a minute before further ones get 429; 0 switches this off.",
    expected: "a whole number from 0 to 1000000000",
    preset: "0",
    parse: wholeNumber(0, 1_000_000_000),
  }),
  TRACK_AGE_MAX_DAYS: setting({
    sentence:
      "Oldest events that /track takes, in days; older ones are left out and counted. 0 takes events of any age.",
    expected: "a whole number from 0 to 36500",
    preset: "5",
    parse: wholeNumber(0, 36_500),
  }),
  SDK_REDIRECT_HOSTS: setting({
    sentence: "Hosts that pixel links (/track?redirect=…) may lead on to, separated by commas.",
    expected: "'none', or hosts such as shop.example.com,localhost:3000",
    preset: "none",
    parse: parseHosts,
  }),
  LEGACY_API_KEY: setting({
    sentence:
      "Whether a project's api key in the address of /import (api_key=…) is enough, as the oldest clients send it.",
    expected: "off or on",
    preset: "off",
    parse: oneOf(["off", "on"]),
  }),
  EVENT_MAX_BYTES: setting({
    sentence: "An event must be smaller than this, as JSON.",
    expected: "a whole number from 1024 to 16777216",
    preset: "1048576",
    parse: wholeNumber(1024, 16_777_216),
  }),
  EVENT_PROPERTIES_MAX: setting({
    sentence: "Most properties one event may have.",
    expected: "a whole number from 1 to 10000",
    preset: "255",
    parse: wholeNumber(1, 10_000),
  }),
  EVENT_KEYS_MAX: setting({
    sentence: "Most keys an object inside a property may have.",
    expected: "a whole number from 1 to 10000",
    preset: "255",
    parse: wholeNumber(1, 10_000),
  }),
  EVENT_LIST_MAX: setting({
    sentence: "Most elements a list inside a property may have.",
    expected: "a whole number from 1 to 100000",
    preset: "255",
    parse: wholeNumber(1, 100_000),
  }),
  EVENT_DEPTH_MAX: setting({
    sentence:
      "How deep lists and objects may be nested in a property; one that holds only plain values is 1.",
    expected: "a whole number from 1 to 64",
    preset: "3",
    parse: wholeNumber(1, 64),
  }),
  SCHEMAS_BODY_MAX_BYTES: setting({
    sentence: "Largest upload of data-dictionary schemas.",
    expected: "a whole number from 1024 to 67108864",
    preset: "33554432",
    parse: wholeNumber(1024, 67_108_864),
  }),
  SCHEMAS_REQUESTS_PER_MINUTE: setting({
    sentence:
      "Requests about data-dictionary schemas an organization may make in a minute before further ones get 429; 0 switches this off.",
    expected: "a whole number from 0 to 1000000",
    preset: "0",
    parse: wholeNumber(0, 1_000_000),
  }),
  SCHEMAS_WRITES_PER_MINUTE: setting({
    sentence:
      "Entries and properties an organization may upload in a minute before further ones get 429; 0 switches this off.",
    expected: "a whole number from 0 to 1000000000",
    preset: "0",
    parse: wholeNumber(0, 1_000_000_000),
  }),
  SCHEMAS_DELETIONS_MAX: setting({
    sentence: "Most entries of the data dictionary that one request may delete; 0 switches this off.",
    expected: "a whole number from 0 to 1000000",
    preset: "0",
    parse: wholeNumber(0, 1_000_000),
  }),
  JOURNAL_RETENTION_DAYS: setting({
    sentence:
      "Days the journal is kept once its events are in the store; 0 keeps it for ever, so that the store can be made anew from it.",
    expected: "a whole number from 0 to 36500",
    preset: "0",
    parse: wholeNumber(0, 36_500),
  }),
  STORE_MEMORY_MB: setting({
    sentence: "Memory the event store's engine may use; more makes large questions faster.",
    expected: "a whole number from 128 to 1048576",
    preset: "640",
    parse: wholeNumber(128, 1_048_576),
  }),
  EXPORTS_MAX: setting({
    sentence: "Raw exports that may run at once; further ones get 429.",
    expected: "a whole number from 1 to 1000",
    preset: "16",
    parse: wholeNumber(1, 1000),
  }),
  SECRET_KEY: setting({
    sentence:
      "Key that seals credentials of warehouses and other tools and signs sessions; without it one is made and kept in the data folder. Several, separated by commas: the first seals, all open.",
    expected: "64 hexadecimal characters, or several such keys separated by commas",
    preset: undefined,
    parse: parseKeys,
    secret: true,
  }),
  OUTBOUND_NETWORKS: setting({
    sentence:
      "Networks the server may connect to for its users: their warehouses and the origins of migrations. Link-local and cloud-metadata addresses are never connected to, in any spelling, and redirects are never followed.",
    expected: "'any', or addresses and networks such as 10.0.0.0/8,192.168.1.5",
    preset: "any",
    parse: (value) => (value === "any" ? null : parseProxies(value)),
  }),
  WAREHOUSE_SYNCS_PER_HOUR: setting({
    sentence:
      "Times one warehouse import may be started by hand in an hour before further ones get 429; 0 switches this off.",
    expected: "a whole number from 0 to 100000",
    preset: "5",
    parse: wholeNumber(0, 100_000),
  }),
  WAREHOUSE_FILES_DIR: setting({
    sentence: "Folder below which warehouse sources may read files and DuckDB databases.",
    expected: "'none', or a path",
    preset: "none",
    parse: text,
  }),
  AMPLITUDE_EXPORT_URL: setting({
    sentence: "Address of Amplitude's export, when it is reached through a proxy.",
    expected: "an address such as https://proxy.example.com",
    preset: undefined,
    parse: origin,
  }),
  MIXPANEL_EXPORT_URL: setting({
    sentence: "Address that migrations from 'mixpanel' read: a proxy, or another Tributary server.",
    expected: "an address such as https://other.example.com",
    preset: undefined,
    parse: origin,
  }),
  MIGRATION_LIMIT_MODE: setting({
    sentence:
      "What becomes of a migration of MIGRATION_MAX_EVENTS or more: warn goes on, pause waits to be resumed, refuse counts first and loads nothing.",
    expected: "one of warn, pause, refuse",
    preset: "warn",
    parse: oneOf(["warn", "pause", "refuse"]),
  }),
  MIGRATION_MAX_EVENTS: setting({
    sentence: "Events from which on a migration is a large one.",
    expected: "a whole number from 1 to 1000000000000",
    preset: "15000000",
    parse: wholeNumber(1, 1_000_000_000_000),
  }),
  MIGRATION_DETAILS_DAYS: setting({
    sentence:
      "Days after the end of a migration for which its counts by slice, day and event and its examples of refused lines are kept; totals and certificate stay.",
    expected: "a whole number from 1 to 3650",
    preset: "90",
    parse: wholeNumber(1, 3650),
  }),
  BOOTSTRAP_SERVICE_ACCOUNT: setting({
    sentence: "Service account the first start makes, instead of a random one.",
    expected: "username:secret; letters, digits and . _ @ - in the name, 16 to 255 characters in the secret",
    preset: undefined,
    parse: parseServiceAccount,
    secret: true,
  }),
  BOOTSTRAP_PROJECT_TOKEN: setting({
    sentence: "Token of the project the first start makes, instead of a random one.",
    expected: "32 lower-case hexadecimal characters",
    preset: undefined,
    parse: (value) => (/^[0-9a-f]{32}$/.test(value) ? value : undefined),
    secret: true,
  }),
  BOOTSTRAP_ADMIN: setting({
    sentence:
      "Owner the first start makes, who can sign in to the web UI at once; without it, it prints a link by which one is made.",
    expected: "email:password; 8 to 128 characters in the password",
    preset: undefined,
    parse: parseAdmin,
    secret: true,
  }),
};

export type SettingName = keyof typeof SETTINGS;

function parseProxies(value: string): string[] | undefined {
  if (value === "none" || value === "") return [];
  const proxies = value.split(",").map((part) => part.trim());
  return proxies.every(isNetwork) ? proxies : undefined;
}

function parseKeys(value: string): string[] | undefined {
  const keys = value.split(",").map((part) => part.trim().toLowerCase());
  return keys.every((key) => /^[0-9a-f]{64}$/.test(key)) ? keys : undefined;
}

function parseHosts(value: string): string[] | undefined {
  if (value === "none" || value === "") return [];
  const hosts = value.split(",").map((part) => part.trim().toLowerCase());
  return hosts.every((host) => /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(host))
    ? hosts
    : undefined;
}

function isNetwork(value: string): boolean {
  const [address = "", bits, ...more] = value.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** A colon cannot stand in a Basic user name; the secret may hold more of them. */
function parseServiceAccount(value: string): { username: string; secret: string } | undefined {
  const colon = value.indexOf(":");
  const username = value.slice(0, colon);
  const secret = value.slice(colon + 1);
  if (colon < 1 || !/^[A-Za-z0-9._@-]{1,255}$/.test(username) || !/^[\x21-\x7e]{16,255}$/.test(secret))
    return undefined;
  return { username, secret };
}

/** The password may hold colons, the address may not. */
function parseAdmin(value: string): { email: string; password: string } | undefined {
  const [, email = "", password = ""] = /^([^\s@:]+@[^\s@:]+):(.{8,128})$/su.exec(value) ?? [];
  return email === "" || email.length > 320 ? undefined : { email, password };
}
