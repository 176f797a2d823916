import { compact, oneOf } from "./search.ts";

const ENTRY_TABS = ["overview", "schema", "history", "violations"] as const;
export type EntryTab = (typeof ENTRY_TABS)[number];
export type EntrySearch = { tab?: EntryTab };

export const readEntrySearch = (given: Record<string, unknown>): EntrySearch =>
  compact({ tab: oneOf(ENTRY_TABS, given.tab) });
