/** What a start form begins with, such as a dry run's range. Keys and secrets never stand in an address. */
export type StartSearch = { tool?: string; from?: string; to?: string; region?: string };
export type MigrationSearch = { tab?: "certificate"; only?: "differences" };

const text = (given: unknown): string | undefined =>
  typeof given === "string" && given !== "" ? given : undefined;

export function readStartSearch(given: Record<string, unknown>): StartSearch {
  const read = {
    tool: text(given.tool),
    from: text(given.from),
    to: text(given.to),
    region: text(given.region),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

export const readMigrationSearch = (given: Record<string, unknown>): MigrationSearch => ({
  ...(given.tab === "certificate" ? { tab: "certificate" as const } : {}),
  ...(given.only === "differences" ? { only: "differences" as const } : {}),
});
