import { origin } from "./setting.ts";

export const REGIONS = ["us", "eu", "in"] as const;
export type Region = (typeof REGIONS)[number];

export const isRegion = (value: unknown): value is Region => REGIONS.some((region) => region === value);

/** Origins of the servers of each region, as far as the operator named them. */
export type RegionUrls = Partial<Record<Region, string>>;

/** `us=https://…,eu=https://…` */
export function parseRegionUrls(text: string): RegionUrls | undefined {
  const urls: RegionUrls = {};
  for (const part of text.split(",")) {
    if (part.trim() === "") continue;
    const [name = "", ...rest] = part.split("=");
    const region = name.trim();
    const url = origin(rest.join("=").trim());
    if (!isRegion(region) || url === undefined || urls[region] !== undefined) return undefined;
    urls[region] = url;
  }
  return urls;
}
