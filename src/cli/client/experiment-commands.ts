import type { Command } from "./command.ts";
import { boolean, id, integer, jsonFile, query, required, text } from "./flags.ts";

const PATH = "/workspaces/{workspace}/experiments";
const ONE = `${PATH}/{id}`;
const args = id("experiment");
const fromFile = {
  flags: [jsonFile("file", "path of the fields as JSON", required)],
  toBody: ({ file }: Record<string, unknown>) => file as Record<string, unknown>,
};

export const EXPERIMENT_COMMANDS: readonly Command[] = [
  {
    words: "experiment list",
    summary: "list experiments",
    method: "GET",
    path: PATH,
    flags: [
      text("status", "draft, active, concluded, success or fail", query),
      boolean("include-archived", "archived ones too", query),
      integer("page", "which page, from 1", query),
      integer("page-size", "how many on a page, 500 at most", query),
    ],
    columns: ["id", "name", "status", "start_date", "end_date", "creator_name"],
  },
  { words: "experiment create", summary: "create an experiment", method: "POST", path: PATH, ...fromFile },
  {
    words: "experiment show",
    summary: "show an experiment and its results",
    method: "GET",
    path: ONE,
    args,
  },
  {
    words: "experiment update",
    summary: "change an experiment",
    method: "PATCH",
    path: ONE,
    args,
    ...fromFile,
  },
  { words: "experiment delete", summary: "delete an experiment", method: "DELETE", path: ONE, args },
  {
    words: "experiment launch",
    summary: "launch an experiment, and enable its flag",
    method: "PUT",
    path: `${ONE}/launch`,
    args,
  },
  {
    words: "experiment conclude",
    summary: "end an experiment; its flag goes on serving",
    method: "PUT",
    path: `${ONE}/force_conclude`,
    args,
    flags: [text("end-date", "a moment such as 2026-01-31T12:00:00Z; now unless told")],
  },
  {
    words: "experiment sample-size",
    summary: "how many units and days an experiment needs",
    method: "POST",
    path: `${PATH}/sample-size`,
    flags: [
      text("kind", "rate or mean; rate unless told"),
      text("baseline", "the control's value", required),
      text("lift", "the smallest lift worth finding, such as 0.05", required),
      text("variance", "of one unit's value, for a mean"),
      text("power", "0.8 unless told"),
      text("confidence-level", "0.95 unless told"),
      integer("variants", "2 unless told"),
      integer("units-per-day", "units exposed a day, for the duration"),
    ],
    toBody: (given) =>
      Object.fromEntries(
        Object.entries(given).map(([key, value]) => [key, key === "kind" ? value : Number(value)]),
      ),
  },
  {
    words: "experiment compute",
    summary: "compute an experiment's exposures and results now",
    method: "POST",
    path: `${ONE}/compute`,
    args,
  },
  {
    words: "experiment daily",
    summary: "show exposures and lift day by day",
    method: "GET",
    path: `${ONE}/daily`,
    args,
    flags: [text("metric", "id of a metric; the first primary one unless told", query)],
  },
  {
    words: "experiment decide",
    summary: "decide an experiment: ship a variant, or switch its flag off",
    method: "PATCH",
    path: `${ONE}/decide`,
    args,
    flags: [
      boolean("success", "true or false", required),
      text("variant", "the variant to ship"),
      text("message", "why"),
    ],
  },
  {
    words: "experiment decisions",
    summary: "list an experiment's decisions and what they rested on",
    method: "GET",
    path: `${ONE}/decisions`,
    args,
    flags: [
      integer("limit", "how many, 50 unless told", query),
      integer("before", "only revisions older than this one", query),
    ],
    columns: ["id", "revision", "success", "variant", "decided_at", "decided_by_name", "warning"],
  },
  {
    words: "experiment recompute",
    summary: "compute a decision's numbers again, and what has changed since",
    method: "POST",
    path: `${ONE}/decisions/{decision}/recompute`,
    args: [...args, { name: "decision", help: "id of the decision" }],
  },
  {
    words: "experiment archive",
    summary: "archive an experiment",
    method: "POST",
    path: `${ONE}/archive`,
    args,
  },
  {
    words: "experiment unarchive",
    summary: "bring an archived experiment back",
    method: "DELETE",
    path: `${ONE}/archive`,
    args,
  },
  {
    words: "experiment duplicate",
    summary: "make a draft with the same plan",
    method: "POST",
    path: `${ONE}/duplicate`,
    args,
    flags: [
      text("name", "name of the copy", required),
      boolean("duplicate-flag", "false: the copy has no flag"),
    ],
  },
  {
    words: "experiment favorite",
    summary: "mark an experiment as a favourite",
    method: "PUT",
    path: `${ONE}/favorite`,
    args,
  },
  {
    words: "experiment unfavorite",
    summary: "take an experiment off the favourites",
    method: "DELETE",
    path: `${ONE}/favorite`,
    args,
  },
  { words: "experiment pin", summary: "pin an experiment", method: "PUT", path: `${ONE}/pin`, args },
  { words: "experiment unpin", summary: "unpin an experiment", method: "DELETE", path: `${ONE}/pin`, args },
];
