export type FlagsSearch = { q?: string; archived?: true };
export type FlagSearch = { tab?: "rules" | "use" };

export const readFlagsSearch = (given: Record<string, unknown>): FlagsSearch => ({
  ...(typeof given.q === "string" || typeof given.q === "number" ? { q: String(given.q) } : {}),
  ...(given.archived === true ? { archived: true as const } : {}),
});

export const readFlagSearch = (given: Record<string, unknown>): FlagSearch =>
  given.tab === "use" ? { tab: "use" } : {};
