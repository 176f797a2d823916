import type { Weighted } from "./choose.ts";

export type Device = {
  $os: string;
  $browser: string;
  $browser_version: number;
  $screen_width: number;
  $screen_height: number;
  platform: "web" | "mobile web";
};

const device = (
  $os: string,
  $browser: string,
  $browser_version: number,
  screen: readonly [number, number],
  platform: Device["platform"],
): Device => ({
  ...{ $os, $browser, $browser_version },
  ...{ $screen_width: screen[0], $screen_height: screen[1], platform },
});

export const DEVICES: Weighted<Device> = [
  [device("iOS", "Mobile Safari", 26, [390, 844], "mobile web"), 26],
  [device("Android", "Chrome", 142, [412, 915], "mobile web"), 24],
  [device("Windows", "Chrome", 142, [1920, 1080], "web"), 18],
  [device("Mac OS X", "Safari", 26, [1440, 900], "web"), 12],
  [device("Mac OS X", "Chrome", 142, [1728, 1117], "web"), 8],
  [device("Windows", "Edge", 141, [1536, 864], "web"), 7],
  [device("Linux", "Firefox", 144, [1920, 1080], "web"), 5],
];
