import { type Plain, toPlain } from "../plain.ts";
import { countryCode } from "./countries.ts";

/** Fields that stay under their own name. */
export const KEPT = [
  "dma",
  "language",
  "paying",
  "start_version",
  "event_id",
  "amplitude_id",
  "sample_rate",
  "device_family",
  "device_type",
  "platform",
];
export const RENAMED: readonly (readonly [from: string, to: string])[] = [
  ["ip_address", "ip"],
  ["city", "$city"],
  ["region", "$region"],
  ["location_lat", "$latitude"],
  ["location_lng", "$longitude"],
  ["library", "amplitude_library"],
  ["device_brand", "$brand"],
  ["device_manufacturer", "$manufacturer"],
  ["device_carrier", "$carrier"],
];
export const OPERATING_SYSTEM = /^(windows|mac|os x|linux|chrome ?os|android|ios|ipados|ubuntu)/i;
const LIBRARIES = new Map([
  ["web", "web"],
  ["ios", "iphone"],
  ["android", "android"],
]);

/** By a platform in small letters. */
export const libraryOf = (platform: string): string | undefined => LIBRARIES.get(platform);

/** What the origin knows of the place and the device of an event, by our names. */
export function contextProperties(line: Plain): Plain {
  const found: Plain = {};
  const put = (name: string, value: unknown): void => {
    if (value !== null && value !== undefined && value !== "") found[name] = value;
  };
  for (const name of KEPT) put(name, line[name]);
  for (const [from, to] of RENAMED) put(to, line[from]);
  // -1 is how it says that there was no session.
  if (toPlain(line.session_id) !== "-1") put("session_id", line.session_id);
  put("country", line.country);
  if (typeof line.country === "string") put("mp_country_code", countryCode(line.country));
  put("$app_version_string", line.version_name ?? line.app_version);
  const platform = typeof line.platform === "string" ? line.platform.toLowerCase() : "";
  put("mp_lib", libraryOf(platform));
  if (platform === "web") putBrowser(line, put);
  else {
    put("$os", line.os_name);
    put("$os_version", line.os_version);
    put("$model", line.device_model);
  }
  return found;
}

/** On the web its libraries call the browser an operating system, and older ones the operating system a model of device. */
function putBrowser(line: Plain, put: (name: string, value: unknown) => void): void {
  put("$browser", line.os_name);
  put("$browser_version", line.os_version);
  const device = line.device_model ?? line.device_family;
  put(typeof device === "string" && OPERATING_SYSTEM.test(device) ? "$os" : "$device", device);
}

/** What a profile takes over from the latest event, by the names profiles have. */
export const PROFILE_CONTEXT: readonly (readonly [from: string, to: string])[] = [
  ["$city", "$city"],
  ["$region", "$region"],
  ["mp_country_code", "$country_code"],
  ["$os", "$os"],
  ["$browser", "$browser"],
  ["$app_version_string", "$app_version_string"],
];
