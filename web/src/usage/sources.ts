import { toolWords } from "../migrations/words.ts";
import type { Settled } from "./queries.ts";

const WORDS: Record<string, string> = {
  track: "SDKs and /track",
  import: "API (/import)",
  warehouse: "Warehouse imports",
};

/** A source as people call it; one that is new to this page by its own name. */
export const sourceWords = (source: string): string =>
  WORDS[source] ??
  (source.startsWith("migration-")
    ? `Migration from ${toolWords(source.slice("migration-".length))}`
    : source);

/** Events of each source, the largest first. */
export function bySource(lines: readonly Settled[]): [string, Settled[]][] {
  const groups = new Map<string, Settled[]>();
  for (const line of lines) groups.set(line.source, [...(groups.get(line.source) ?? []), line]);
  return [...groups].sort(([, one], [, other]) => storedOf(other) - storedOf(one));
}

export const storedOf = (lines: readonly Settled[]): number =>
  lines.reduce((sum, { stored }) => sum + stored, 0);
