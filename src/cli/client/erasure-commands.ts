import type { Command } from "./command.ts";
import { boolean, id, integer, query, required, text } from "./flags.ts";

const split = (ids: unknown): string[] =>
  String(ids)
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

/** Persons who want to be forgotten. */
export const ERASURE_COMMANDS: readonly Command[] = [
  {
    words: "erasure create",
    summary: "erase persons: events, profile, links and journal; cannot be undone",
    method: "POST",
    path: "/projects/{project}/erasures",
    flags: [
      text("ids", "any id of each person, separated by commas", required),
      boolean("discard-damaged", "stretches of the journal that cannot be read go too"),
    ],
    toBody: ({ ids, ...more }) => ({ distinct_ids: split(ids), ...more }),
  },
  {
    words: "erasure list",
    summary: "list erasures, the newest first",
    method: "GET",
    path: "/projects/{project}/erasures",
    flags: [
      integer("limit", "how many, 50 unless told", query),
      integer("before", "only older ones than this id", query),
    ],
    list: "erasures",
    columns: ["id", "status", "id_count", "remaining", "requested_by", "requested_at", "finished_at"],
  },
  {
    words: "erasure show",
    summary: "how far an erasure is, and what it took away",
    method: "GET",
    path: "/projects/{project}/erasures/{id}",
    args: id("erasure"),
  },
];
