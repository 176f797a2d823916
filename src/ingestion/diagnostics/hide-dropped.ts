import type { DictionaryRules } from "../../dictionary/index.ts";

const HIDDEN = "(dropped)";

/** A record as a sample may show it: somebody had a reason to keep these properties' values out. Their names stay. */
export function hideDropped(
  record: unknown,
  rules: Pick<DictionaryRules, "droppedProperties"> | undefined,
): unknown {
  if (rules === undefined || rules.droppedProperties.size === 0) return record;
  if (typeof record !== "object" || record === null) return record;
  const { event, properties } = record as { event?: unknown; properties?: unknown };
  const dropped = typeof event === "string" ? rules.droppedProperties.get(event) : undefined;
  if (dropped === undefined || typeof properties !== "object" || properties === null) return record;
  const shown = Object.entries(properties).map(([name, value]) => [name, dropped.has(name) ? HIDDEN : value]);
  return { ...record, properties: Object.fromEntries(shown) };
}
