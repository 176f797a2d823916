import type { Command } from "./command.ts";
import { integer, query, text } from "./flags.ts";

const paging = [
  text("prefix", "only ids that begin so", query),
  text("after", "only ids behind this one", query),
  integer("limit", "at most so many", query),
];

/** What is known of people and groups. */
export const PROFILE_COMMANDS: readonly Command[] = [
  {
    words: "profile list",
    summary: "list profiles of people in the order of their ids",
    method: "GET",
    path: "/projects/{project}/profiles",
    flags: paging,
    list: "profiles",
    columns: ["distinct_id", "properties", "updated_at"],
  },
  {
    words: "profile show",
    summary: "show a person's profile",
    method: "GET",
    path: "/projects/{project}/profiles/{person}",
    args: [{ name: "person", help: "distinct id of the person" }],
  },
  {
    words: "profile tallies",
    summary: "show which updates of profiles were refused or not applied in full",
    method: "GET",
    path: "/projects/{project}/profile-tallies",
    flags: [
      text("from", "first day (UTC) of receipt; default: 30 days ago", query),
      text("to", "last day (UTC) of receipt; default: today", query),
    ],
    list: "lines",
    columns: ["day", "door", "code", "count"],
  },
  {
    words: "group-profile list",
    summary: "list profiles of the groups of a key",
    method: "GET",
    path: "/projects/{project}/group-profiles/{key}",
    args: [{ name: "key", help: "the group key, such as company" }],
    flags: paging,
    list: "profiles",
    columns: ["group_id", "properties", "updated_at"],
  },
  {
    words: "group-profile show",
    summary: "show a group's profile",
    method: "GET",
    path: "/projects/{project}/group-profiles/{key}/{group}",
    args: [
      { name: "key", help: "the group key, such as company" },
      { name: "group", help: "which group" },
    ],
  },
];
