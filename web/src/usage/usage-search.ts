/** What the page shows, as its address has it. */
export type UsageSearch = {
  /** A UTC month such as `2026-01`; this month when left out. */
  month?: string;
};

export function readUsageSearch({ month }: Record<string, unknown>): UsageSearch {
  return typeof month === "string" && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {};
}
