import { flagOf } from "./read-config.ts";
import type { Setting } from "./setting.ts";
import { SETTINGS, type SettingName } from "./settings.ts";

type SettingLine = { name: SettingName; flag: string; preset: string; sentence: string; expected: string };

const lines = (): SettingLine[] =>
  (Object.entries(SETTINGS) as [SettingName, Setting<unknown>][]).map(([name, setting]) => ({
    name,
    flag: flagOf(name),
    preset: setting.preset === undefined || setting.preset === "" ? "not set" : setting.preset,
    sentence: setting.sentence,
    expected: setting.expected,
  }));

export const settingsHelp = (): string =>
  lines()
    .map(
      (line) =>
        `  ${line.flag}, ${line.name}\n      ${line.sentence}\n      ${line.expected} (default: ${line.preset})`,
    )
    .join("\n");

/** The same lines as a table, for the README; a test holds the two together. */
export const settingsTable = (): string =>
  [
    "| Setting | Flag | Default | What it does | Values |",
    "| --- | --- | --- | --- | --- |",
    ...lines().map(
      (line) =>
        `| \`${line.name}\` | \`${line.flag}\` | ${line.preset} | ${line.sentence} | ${line.expected} |`,
    ),
  ].join("\n");
