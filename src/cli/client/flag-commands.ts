import type { Command } from "./command.ts";
import { boolean, id, jsonFile, query, required } from "./flags.ts";

const PATH = "/projects/{project}/workspaces/{workspace}/feature-flags";
const file = [jsonFile("file", "path of the flag as JSON", required)];
const toBody = ({ file: flag }: Record<string, unknown>) => flag as Record<string, unknown>;

export const FLAG_COMMANDS: readonly Command[] = [
  {
    words: "flag list",
    summary: "list feature flags",
    method: "GET",
    path: PATH,
    flags: [boolean("include-archived", "archived ones too", query)],
    columns: ["id", "key", "status", "context", "serving_method", "experiment_id"],
  },
  { words: "flag create", summary: "create a feature flag", method: "POST", path: PATH, flags: file, toBody },
  {
    words: "flag show",
    summary: "show a feature flag",
    method: "GET",
    path: `${PATH}/{id}`,
    args: id("flag"),
  },
  {
    words: "flag replace",
    summary: "replace a feature flag; served from the next request on",
    method: "PUT",
    path: `${PATH}/{id}`,
    args: id("flag"),
    flags: file,
    toBody,
  },
  {
    words: "flag delete",
    summary: "delete a feature flag",
    method: "DELETE",
    path: `${PATH}/{id}`,
    args: id("flag"),
  },
];
