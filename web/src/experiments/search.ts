import { textParam, withoutEmpty, wordParam } from "../app/read-search.ts";
import type { Experiment } from "./queries.ts";

const STATUSES = [
  "draft",
  "active",
  "concluded",
  "success",
  "fail",
] as const satisfies Experiment["status"][];
export const TABS = ["results", "overview", "exposures", "decisions", "activity"] as const;
export type ExperimentTab = (typeof TABS)[number];

export type ListSearch = { status?: Experiment["status"]; q?: string; archived?: true; sort?: string };
export type OneSearch = { tab?: ExperimentTab; metric?: string; table?: true };

export const readListSearch = (given: Record<string, unknown>): ListSearch =>
  withoutEmpty({
    status: wordParam(STATUSES, given.status),
    q: textParam(given.q),
    archived: given.archived === true ? (true as const) : undefined,
    sort: textParam(given.sort),
  });

export const readOneSearch = (given: Record<string, unknown>): OneSearch =>
  withoutEmpty({
    tab: wordParam(TABS, given.tab),
    metric: textParam(given.metric),
    table: given.table === true ? (true as const) : undefined,
  });
