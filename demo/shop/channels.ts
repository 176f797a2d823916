import type { Weighted } from "./choose.ts";

export type Channel = { utm_source: string; utm_medium: string; utm_campaign?: string; $referrer?: string };

export const CHANNELS: Weighted<Channel> = [
  [{ utm_source: "direct", utm_medium: "none" }, 30],
  [{ utm_source: "google", utm_medium: "organic", $referrer: "https://www.google.com/" }, 27],
  [{ utm_source: "google", utm_medium: "cpc", utm_campaign: "home-brand" }, 14],
  [{ utm_source: "newsletter", utm_medium: "email", utm_campaign: "weekly-picks" }, 12],
  [{ utm_source: "instagram", utm_medium: "social", utm_campaign: "autumn-looks" }, 11],
  [{ utm_source: "partner", utm_medium: "referral", utm_campaign: "design-blogs" }, 6],
];

export const SEARCHES: Weighted<readonly [string, number]> = [
  [["kettle", 3], 10],
  [["lamp", 4], 9],
  [["linen", 3], 8],
  [["gift", 11], 8],
  [["rug", 1], 6],
  [["christmas", 0], 3],
  [["sofa", 0], 5],
  [["notebook", 1], 4],
];
